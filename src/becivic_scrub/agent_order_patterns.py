"""The words by which a text addresses an agent, in English, French, Dutch and German: data for `agent_orders`.

Plain words are matched in lower case, without accents, on one line. A gap ends at the end of a sentence and is
bounded, so that a search takes time in proportion to the text. Every change is measured on the packaged corpus: none
of its texts may match (tests/becivic_scrub/test_agent_orders.py).
"""

from __future__ import annotations

import re
from typing import Final

HIDDEN: Final = re.compile("[\U000e0000-\U000e007f]|[\u202d\u202e]|[\u200b\u2060]{3,}")
"""Characters that a reader does not see and a model reads: tags, overrides of direction, runs of nothing."""

_NEAR: Final = r"[^.!?;]{0,25}?"
_GAP: Final = r"[^.!?;]{0,60}?"
_IN_CLAUSE: Final = r"[^.,!?;:]{0,40}?"
_START: Final = r"(?:^|[.!?:;>\"'(\[|-] ?)"

_MODEL: Final = (
    r"(?:ais?|a\.i\.|llms?|language models?|chat ?bots?|claude|chat ?gpt|gpt-?\d\w*|gemini|copilot|mistral|llama"
    r"|artificial intelligence|ia|intelligence artificielle|modeles? de langage|taalmodel(?:len)?|ki|sprachmodelle?)"
)
_AGENT: Final = rf"(?:{_MODEL}|agents?|assistants?|assistent(?:en|in)?|agenten|ai[- ]\w+|ki-\w+|bots?)"

_OVERRIDE: Final = (
    # English
    (
        rf"\b(?:ignore|disregard|forget|override|overrule|bypass|skip|discard|stop following|pay no attention to"
        rf"|(?:do not|don't|never) (?:follow|obey|respect)) {_GAP}\b(?:instructions?|prompts?|rules|guidelines|orders"
        r"|directives?|system messages?|programming|training|polic(?:y|ies)|safeguards?|restrictions|disclaimers?"
        r"|warnings?|consent|everything (?:above|before))\b"
    ),
    r"\b(?:ignore|disregard|forget) (?:all|everything|anything|whatever|what)\b",
    r"\b(?:previous|prior|earlier|preceding|above|original|hidden) (?:instructions?|prompts?|orders|directives)\b",
    (
        r"\b(?:new|updated|real|actual|my|these|secret|following) (?:instructions?|orders|directives)\b"
        rf"(?= ?[:,]| {_NEAR}\b(?:agent|assistant|you must|override|replace|take precedence))"
    ),
    r"\bobey (?:me|only|this|us|the following|[\w.-]+\.(?:com|org|net|example|be|io))\b",
    # French
    (
        r"\b(?:ignore[rsz]?|oublie[rsz]?|neglige[rsz]?|contourne[rsz]?|outrepasse[rsz]?|passe[rsz]? outre|saute[rsz]?"
        r"|(?:ne )?(?:tiens|tenez|tenir) (?:pas|plus|aucun) compte|n'obei\w+ (?:pas|plus)|ne (?:suis|suivez|respecte[sz]?)"
        rf" (?:pas|plus)) {_GAP}\b(?:instructions?|consignes?|directives?|regles|ordres|prompts?|restrictions"
        r"|avertissements?|consentement|tout ce qui precede)\b"
    ),
    r"\b(?:instructions|consignes|directives) (?:precedentes|anterieures|ci-dessus|initiales|cachees)\b",
    # Dutch
    (
        r"\b(?:negeer|negeert|negeren|vergeet|vergeten|omzeil|omzeilt|sla|overschrijf|houd geen rekening met"
        rf"|volg|volgt) {_GAP}\b(?:instructies?|aanwijzingen|opdrachten|regels|richtlijnen|bevelen|prompts?|beperkingen"
        rf"|waarschuwing(?:en)?)\b(?: {_NEAR}\b(?:niet|over|meer)\b)?(?<!volg de instructies)(?<!volg de aanwijzingen)"
        r"(?<!volg de regels)(?<!volg de richtlijnen)"
    ),
    r"\b(?:vorige|eerdere|voorgaande|bovenstaande) (?:instructies?|aanwijzingen|opdrachten|prompts?)\b",
    # German
    (
        r"\b(?:ignorier\w*|vergiss|vergessen sie|vergesst|missachte\w*|umgeh\w*|uberschreib\w*|ubergeh\w*|uberspring\w*"
        rf"|(?:beachte|befolge)\w* (?:sie )?(?:nicht|keine)) {_GAP}\b(?:anweisung(?:en)?|instruktion(?:en)?"
        r"|anleitung(?:en)?|regeln|befehle?|vorgaben|richtlinien|prompts?|einschrankungen|warnung(?:en)?"
        r"|warnhinweis\w*|alles (?:davor|vorherige))\b"
    ),
    r"\b(?:vorherige|fruhere|bisherige|obige|vorige)[nrs]? (?:anweisung(?:en)?|instruktion(?:en)?|vorgaben|befehle?)\b",
)

_ROLE: Final = (
    # English
    r"\byou(?: are|'re) (?:now|no longer|from now on|henceforth) (?:an?|the|my|in|acting|operating|called|free|bound)\b",
    (
        rf"\b(?:act|behave|respond|answer|reply|operate|speak) (?:only )?(?:as|like) (?:if you|an?|the|my) {_NEAR}"
        rf"\b(?:{_AGENT}|system|admin\w*|developer|root|hacker|operator|maintainer|terminal|were|had)\b"
    ),
    r"\b(?:pretend|roleplay|role-play) (?:that |to be |as |you)",
    r"\b(?:from now on|henceforth)\b,? (?:you (?:are|will|obey|answer|respond|act)|always|never|obey|answer|respond|act)\b",
    r"\b(?:developer|debug|god|maintenance|admin(?:istrator)?|root|sudo|dan|jailbreak|unrestricted) mode\b|\bjailbreak",
    (
        r"\bsystem ?(?:prompt|override)\b|\b(?:prompt|invite|message) systeme\b|\bsysteem(?:prompt|bericht)\b"
        r"|\bsystem(?:nachricht|anweisung\w*)\b"
    ),
    (
        r"\bbegin (?:system|new) (?:prompt|instructions?)\b|\bend of (?:the )?(?:data|quoted text|untrusted|context|prompt)\b"
        r"|\bthe data ends here\b"
    ),
    # French
    r"\b(?:tu es|vous etes|tu deviens|vous devenez) (?:maintenant|desormais|a present) (?:une?|le|la|mon|ma|en mode)\b",
    (
        r"\b(?:a partir de maintenant|desormais|dorenavant),? (?:tu|reponds|obeis|agis|vous (?:repondez|obeissez|agissez"
        r"|etes un))\b"
    ),
    r"\b(?:agis|agissez|comporte-toi|comportez-vous|reponds|repondez) (?:comme|en tant que)\b",
    r"\b(?:fais|faites) (?:comme si|semblant)\b|\bmode (?:developpeur|maintenance|administrateur|sans restriction)\b",
    # Dutch
    r"\b(?:je|jij|u) bent (?:nu|voortaan|vanaf nu) (?:een|de|het|mijn)\b",
    r"\b(?:vanaf nu|voortaan) (?:ben|antwoord|gehoorzaam|handel|volg|doe)\b",
    (
        r"\b(?:gedraag (?:je|u)|antwoord|reageer|handel) (?:als|alsof) \b|\bdoe alsof\b"
        r"|\b(?:ontwikkelaars|onderhouds|beheerders)modus\b"
    ),
    # German
    r"\b(?:du bist|sie sind) (?:jetzt|nun|ab jetzt|ab sofort|von nun an) (?:eine?|der|die|das|mein|im)\b",
    r"\b(?:ab jetzt|ab sofort|von nun an) (?:bist|handelst|antwort\w*|gehorch\w*|befolg\w*|sind sie)\b",
    r"\b(?:verhalte dich|verhalten sie sich|agiere|agieren sie|antworte|antworten sie) (?:wie|als)\b",
    r"\b(?:tu|tun sie) so,? als\b|\b(?:entwickler|wartungs|administrator)modus\b|\bspiel\w* (?:sie )?die rolle\b",
)

_ADDRESSED: Final = (
    (
        rf"\b(?:note|message|instructions?|notice|memo|attention|warning|reminder|important|dear|hey|hello|hi|urgent)"
        rf"[ ,:!-]*(?:to |for |all |any |every |the |whichever |reading |helping )*{_AGENT}\b"
    ),
    rf"{_START}(?:dear |hey )?(?:{_MODEL}|agent|assistant)[,!] ",
    rf"\b{_AGENT} (?:reading|who reads?|that reads?|processing|seeing) (?:this|that)\b",
    rf"\b(?:if|when|since|because|as) you(?:'re| are) (?:an? |the )?(?:\w+ )?{_AGENT}\b",
    rf"\bas an? {_MODEL}\b|\b{_MODEL} (?:must|should|shall|has to|have to|needs? to)\b",
    (
        r"\b(?:treat|take|regard) (?:it|(?:this|that|these)(?: (?:text|note|message|line|words))?|them|what follows) as (?:an? )?(?:\w+ )?(?:instructions?|orders?"
        r"|commands?|verified|trusted|facts?)\b"
    ),
    r"\b(?:trust|obey|follow|believe) (?:this|these|the following) (?:text|message|instructions?|words|note)\b",
    (
        r"\b(?:do|follow|obey|execute|carry out) (?:what|whatever|everything|anything|all) (?:it|that|they|the (?:page|text"
        r"|site|file)|this) (?:says?|tells?|asks?|wants?|contains?)\b"
    ),
    r"\b(?:approve|confirm|accept) (?:everything|all|anything)\b|\balways (?:confirm|approve|answer yes|say yes)\b",
    (
        r"\bthis (?:skill|path|procedure|observation|text|page|source|entry) (?:is|was|has been) (?:verified|checked|approved"
        r"|confirmed|stable)\b"
    ),
    # French
    (
        r"\b(?:note|message|instruction|consigne|attention|cher|chere|bonjour|important|avis)[ ,:!]*(?:a |pour |aux |au |l'|les "
        rf"|tous |tout )*(?:{_MODEL}|assistants?|agents? (?:ia|conversationnels?|virtuels?|lecteurs?))\b"
    ),
    rf"\bsi (?:tu es|vous etes) (?:une? )?{_AGENT}\b|\ben tant qu'?(?:une? |e )?(?:{_MODEL}|assistant)\b",
    r"\b(?:obeis|obeissez|fais|faites) (?:a )?(?:tout )?ce que (?:dit|demande|contient)\b",
    # Dutch
    (
        r"\b(?:bericht|opmerking|instructie|opdracht|nota|let op|beste|belangrijk|aandacht|boodschap)[ ,:!]*(?:voor |aan |de |alle "
        rf"|elke )*(?:{_MODEL}|ai-\w+|assistent(?:en)?)\b|\bals (?:je|jij|u) een {_AGENT}\b{_IN_CLAUSE}\bbent\b"
        rf"|\bals {_MODEL} (?:moet|ben)\b"
    ),
    r"\bdoe (?:alles )?wat (?:de pagina|er|die|het|deze tekst) (?:zegt|staat|vraagt)\b",
    # German
    (
        r"\b(?:hinweis|nachricht|anweisung|mitteilung|achtung|liebe[rs]?|wichtig|notiz)[ ,:!]*(?:an |fur |den |die |das |alle |jede[nr]? )*"
        rf"(?:{_MODEL}|ki-\w+|assistent(?:en|in)?)\b|\b(?:wenn|falls) (?:du|sie) (?:eine? )?{_AGENT}\b{_IN_CLAUSE}\b(?:bist|sind)\b"
        rf"|\bals {_MODEL}\b"
    ),
    r"\b(?:tu|tun sie|mach\w*(?: sie)?),? was (?:die seite|dort|der text|es) (?:sagt|steht|verlangt)\b",
)

_TOOL: Final = (
    (
        rf"\b(?:call|invoke|execute|run|trigger) {_NEAR}\b(?:tools?|functions?|commands?|shell|bash|terminal|scripts?|powershell"
        rf"|python|mcp|code (?:interpreter|below|above))\b|\b(?:invoke|execute|run|trigger) {_NEAR}\bcode\b"
    ),
    (
        r"\b(?:tool|function)[ _]calls?\b|\b(?:submit|cancel|stage|validate)_(?:concern|amendment|validation|draft|feedback"
        r"|rating|submission)\b|\b(?:read|write|delete|open|send|list|get|run|execute)_(?:file|files|email|mail|command|code|profile"
        r"|memory|message|shell)s?\b"
    ),
    (
        r"\b(?:curl|wget) (?:-|http|[\w.-]+\.\w)|\brm -rf\b|\bsudo \w|\bos\.system\b|\bpowershell\b|\beval\(|\bsubprocess\b"
        r"|\bbash -c\b"
    ),
    rf"\b(?:appelle[sz]?|appeler|execute[rsz]?|lance[rsz]?) {_NEAR}\b(?:outils?|fonctions?|commandes?|scripts?|terminal)\b",
    (
        rf"\b(?:voer|roep|start) {_NEAR}\b(?:tools?|functies?|commando'?s?|scripts?)\b"
        rf"|\bvoer {_NEAR}\bcode\b{_IN_CLAUSE}\buit\b|\bstart (?:de |deze |die |het )?(?:[\w-]{{1,20}}[ -])?code\b"
    ),
    (
        rf"\b(?:ruf\w*|fuhr\w*|starte\w*) {_NEAR}\b(?:tools?|werkzeuge?|funktion(?:en)?|befehle?|skripte?)\b"
        rf"|\b(?:fuhr\w*|starte\w*) {_NEAR}\bcode\b"
    ),
    (
        r"\b(?:decode|decrypt|dekodier\w*|decodeer|decode[rz]) (?:this|the following|and|ce|ceci|le|dit|de|das|dies)\b|\brot13\b"
        r"|\bbase64\b"
    ),
)

_SEND: Final = (
    r"(?:send|post|upload|submit|e-?mail|forward|transmit|leak|reveal|share|print|paste|exfiltrate|disclose|attach|append"
    r"|export|dump|output|deliver|hand over|publish|encode|repeat|copy"
    r"|envoie[sz]?|envoye[rz]|transmet(?:s|tez|tre)|poste[rz]|publie[rsz]?|partage[rsz]?|divulgue[rsz]?|revele[rsz]?"
    r"|affiche[rsz]?|copie[rsz]?|colle[rsz]?|communique[rsz]?|televerse[rsz]?|joins|joignez|exporte[rsz]?|imprime[rsz]?"
    r"|stuur|stuurt|verstuur|zend|verzend|mail|deel|onthul|kopieer|plak|lek|exporteer|geef"
    r"|sende[nt]?|schicke?n?|ubermitt\w+|poste|lade|lad|maile|teile|verrate?n?|kopiere\w*|gib|geben sie|leite|leiten sie"
    r"|exportiere\w*|drucke\w*|offenbare\w*|veroffentliche\w*)"
)
_OF_THE_AGENT: Final = (
    r"(?:profiles?|profile\.(?:md|json)|conversations?|chat (?:history|log)s?|message history|memor(?:y|ies)"
    r"|personal (?:data|details|information|files)|private (?:data|files|information|key)|passwords?|passphrases?|credentials"
    r"|api keys?|access tokens?|tokens?|secrets|cookies|your (?:instructions|prompt|rules)|environment variables|\.env"
    r"|ssh keys?|home (?:folder|directory)|hard dis[ck]|local files?|files? on (?:the|this|your) \w+|all (?:the )?files"
    r"|everything you know|all you know|(?:whole|entire) dossier|\.ssh|/etc/\w+|id_rsa"
    r"|historique (?:de |du |des )?(?:la )?(?:conversations?|chat|discussion|echanges)|mots? de passe|donnees (?:personnelles|privees)|fichiers? (?:locaux|local|prives?)|disque dur"
    r"|tout ce que (?:tu sais|vous savez)|cles? (?:api|d'acces)|jetons?"
    r"|profiel|gesprek(?:sgeschiedenis)?|chatgeschiedenis|geheugen|wachtwoord(?:en)?|persoonsgegevens|persoonlijke (?:gegevens"
    r"|bestanden)|inloggegevens|api-sleutels?|lokale bestanden|harde schijf|thuismap|alles wat (?:je|u) weet"
    r"|profils?|gesprach(?:sverlauf)?|chatverlauf|gedachtnis|passwort(?:er)?|kennwort(?:er)?|personliche[n]? (?:daten|dateien)"
    r"|personenbezogene[n]? daten|zugangsdaten|api-schlussel|lokale[n]? dateien|festplatte|heimatordner"
    r"|alles,? was (?:du weisst|sie wissen))"
)
_TAKES: Final = (
    rf"\b{_SEND}\b {_GAP}\b{_OF_THE_AGENT}(?!\w)",
    rf"\b{_SEND}\b {_GAP}(?<!\w)(?:\.env|\.ssh|/etc/\w+|~/)",
    (
        r"\b(?:read|open|list|load|search|scan|delete|erase|remove|modify|overwrite|lis|lisez|ouvre|ouvrez|supprime[rz]?|lees|open"
        rf"|wis|verwijder|lies|lesen sie|offne\w*|losche\w*) {_NEAR}(?:\b(?:local files?|home (?:folder|directory)|hard dis[ck]|file"
        r" ?system|files? on (?:the|this|your) (?:computer|disk|machine|device)|all (?:the |their |your )?files|becivic folder"
        r"|fichiers locaux|disque dur|lokale bestanden|harde schijf|lokalen? dateien|festplatte)\b|\.env|\.ssh|/etc/|~/)"
    ),
    (
        r"\b(?:ask|demand|request|collect|obtain|prompt|demande[rsz]?|exige[rz]?|vraag|eis|frag\w*|verlang\w*|fordere\w*)"
        rf" {_GAP}\b(?:passwords?|passphrase|pin codes?|cvv|credit card numbers?|card numbers?|credentials|mots? de passe"
        r"|codes? pin|numeros? de carte (?:bancaire|de credit)|wachtwoord(?:en)?|pincode|kaartnummer|passwort|pin-code"
        r"|kreditkartennummer|kennwort|their profile|whole profile|profil complet|volledige profiel|ganzes? profil)\b"
    ),
    (
        rf"\b(?:profile|profil|profiel) {_NEAR}\b(?:to|a|vers|naar|an) (?:the |this |la |cette |de |deze |die |diese )?(?:page|address"
        r"|site|url|server|adresse|serveur|pagina|adres|seite|https?)\b"
    ),
)

_ELSEWHERE: Final = (
    (
        rf"\b{_SEND}\b {_GAP}\b(?:to|at|via|into) (?:this|that|another|a different|an external|the following|my|our) (?:e-?mail |web "
        r"|postal |bank )?(?:address|page|site|website|url|link|server|endpoint|webhook|inbox|mailbox|account|number|iban|wallet)\b"
    ),
    (
        rf"\b{_SEND}\b {_GAP}\b(?:a|vers|sur) (?:cette|une autre|cet autre|l'autre|un autre|ce|mon|notre) ?(?:adresse|page|site|lien"
        r"|serveur|url|courriel|compte|boite)\b"
    ),
    (
        rf"\b{_SEND}\b {_GAP}\b(?:naar|aan|op) (?:dit|deze|een ander|een andere|mijn|ons|onze|het volgende) ?(?:e-mail|mail)?(?:adres"
        r"|pagina|site|website|link|server|url|rekening\w*|nummer)\b"
    ),
    (
        rf"\b{_SEND}\b {_GAP}\b(?:an|auf|uber) (?:diese|eine andere|die folgende|meine|unsere|diesen|einen anderen) ?(?:e-mail-|mail)?"
        r"(?:adresse|seite|webseite|url|link|server|konto)\b"
    ),
    r"\b(?:lade|laden sie) [^.!?;]{0,60}?\bauf (?:diese|eine andere|die folgende|meine) (?:adresse|seite|webseite)\b[^.!?;]{0,10}?\bhoch\b",
    rf"\b(?:fetch|load|open|visit|browse|read|go to|follow) {_NEAR}https?://\S{{1,200}} and (?:do|follow|obey|execute|run|then)\b",
)

_MONEY: Final = (
    (
        rf"\b(?:pay|transfer|wire|deposit|donate|remit|send|payment) {_GAP}\b(?:to|into|on|onto) (?:another|a different|this|the following"
        r"|my|our|an external|a private|his|her) (?:bank )?(?:account|iban|wallet|card|number|person|address)\b"
    ),
    (
        rf"\b(?:paie[sz]?|paye[rz]|verse[rsz]?|vire[rsz]?|transfere[rsz]?|envoie|envoyez) {_GAP}\b(?:sur|a|vers) (?:un autre|ce|mon|notre"
        r"|un nouveau|le) (?:compte|iban|numero|portefeuille)(?: (?:suivant|ci-dessous|bancaire))?(?<!le compte)(?<!le numero)\b"
    ),
    (
        rf"\b(?:betaal|stort|maak|schrijf|stuur) {_GAP}\b(?:op|naar|aan) (?:een andere?|deze|dit|mijn|onze?|de volgende|een nieuwe)"
        r" (?:bank)?(?:rekening\w*|iban|wallet|kaart|persoon)\b"
    ),
    (
        rf"\b(?:zahl\w*|uberweis\w*|schick\w*|sende\w*) {_GAP}\b(?:auf|an) (?:ein anderes|dieses|mein|unser|ein neues|das folgende)"
        r" (?:bank)?(?:konto|iban|wallet)\b"
    ),
    (
        r"\b(?:pay|send|transfer|buy|purchase|wire|payment|paye[rz]?|paie|envoie|envoyez|achete[rz]?|verse[rz]?|betaal|betalen|stuur|koop|zahl\w*"
        rf"|schick\w*|sende\w*|kauf\w*|uberweis\w*) {_GAP}\b(?:bitcoins?|btc|ethereum|crypto(?:currenc(?:y|ies)|monnaies?|valuta|geld)?|kryptowahrung\w*|monero|usdt|western union"
        r"|moneygram|gift ?cards?|cartes?[- ]cadeaux?|cadeaubon(?:nen)?|geschenkkarten?|gutscheinkarten?|paysafe\w*)\b"
    ),
)

_SECRET: Final = (
    (
        r"\bwithout (?:telling|asking|informing|warning|notifying|consulting|their knowledge)(?: (?:the |your |their )?(?:user|person|human|owner"
        r"|client|them|him|her|anyone|anybody)\b| for (?:permission|consent|confirmation|a yes)\b| ?(?:[.!;]|$))"
    ),
    (
        r"\b(?:do not|don't|never) (?:mention|reveal|disclose|tell|show|report)"
        rf" (?:this|that|it|anything|any of this|{_NEAR}(?:the user|the human|the owner))\b"
    ),
    r"\bkeep (?:this|it) (?:secret|hidden|from (?:the|them|him|her))\b|\b(?:silently|secretly)\b|\bbehind (?:their|the user's) back\b",
    (
        r"\bsans (?:le |la |les |lui |leur |l'|en )*(?:demander|prevenir|informer|avertir|dire|parler)\b"
        r"|\b(?:ne )?(?:le |la |lui |leur |en )*(?:dis|dites|mentionne[sz]?|revele[sz]?|montre[sz]?) (?:rien|pas|jamais) (?:a l'|a la"
        r"|au|cela|ceci|ce)|\ben secret\b|\ba (?:son|leur|l') ?insu\b"
    ),
    (
        rf"\bzonder {_NEAR}\b(?:te (?:vragen|zeggen|melden|vertellen|waarschuwen)|medeweten)\b|\b(?:zeg|vertel|meld|toon) (?:dit|dat|het|hier"
        rf"|niets) {_NEAR}\b(?:niet|tegen|aan|over)\b|\bstiekem\b|\bheimelijk\b"
    ),
    (
        rf"\bohne {_NEAR}\b(?:zu (?:fragen|sagen|informieren|warnen|erwahnen)|ruckfrage)\b|\b(?:sag|sage|sagen sie|erwahne|erwahnen sie|zeige)"
        rf" (?:es|das|dies|dem|der|nichts|davon) {_NEAR}\b(?:nicht|nichts|nie)\b|\bheimlich\b|\bverschweig\w*"
    ),
)

IN_PLAIN_WORDS: Final = tuple(
    (kind, re.compile("|".join(words)))
    for kind, words in (
        ("override", _OVERRIDE),
        ("role", _ROLE),
        ("addressed", _ADDRESSED),
        ("tool", _TOOL),
        ("takes", _TAKES),
        ("elsewhere", _ELSEWHERE),
        ("money", _MONEY),
        ("secret", _SECRET),
    )
)

AS_WRITTEN: Final = (
    (
        "role",
        re.compile(
            r"(?im)^[\W_]{0,8}(?:system|assistant|human|user|developer|tool|ai)(?: (?:prompt|message|instruction|notice))?\s{0,2}:"
            r"(?=\s*\S)"
            r"|<\|[\w ]{1,40}\|?>|<<\s*/?SYS\s*>>|\[/?(?:INST|SYSTEM|ASSISTANT|USER|TOOL)\]"
            r"|</?(?:system|assistant|user|human|tool|function|invoke|instruction|prompt|data|context|untrusted|antml)"
            r"[\w:-]{0,30}(?:\s[^>]{0,200})?/?>"
            r"|^\W{0,8}#{1,6}\s*(?:new |system )?(?:instructions?|system|response|prompt)\b\s*:?"
        ),
    ),
)
"""Marks of a conversation between a model and others; their signs are what tells them, so they are read as written."""
