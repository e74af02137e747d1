"""What people say for the values of a profile, in four languages, without accents and capitals."""

from __future__ import annotations

from typing import Final

from becivic_harness.word_stems import tokens


def _said(**listed: str) -> dict[str, str]:
    """Values are written with underscores here, and phrases separated by commas."""
    return {
        " ".join(tokens(phrase)): value.replace("_", "-")
        for value, said in listed.items()
        for phrase in said.split(",")
    }


YES_AND_NO: Final[dict[str, bool]] = {
    **dict.fromkeys(
        "yes y yeah yep sure true correct oui ouais vrai ja jawel waar jo wahr si".split(), True  # noqa: SIM905
    ),
    **dict.fromkeys(
        "no n nope false non faux nee neen niet onwaar nein falsch never".split(), False  # noqa: SIM905
    ),
    **dict.fromkeys(("i do", "i have", "i have one", "j en ai", "bien sur", "ik heb er een", "habe ich"), True),
    **dict.fromkeys(("i do not", "i don t", "i have not", "i have none", "not yet", "pas encore", "nog niet", "noch nicht"), False),
}  # fmt: skip

NONE_OF_THEM: Final = frozenset(
    ("none", "none of them", "nothing", "no", "aucun", "aucune", "rien", "non", "geen", "niets", "nee", "keine", "nichts", "nein")
)  # fmt: skip

_CARD: Final = _said(
    yes="y,yeah,yep,oui,ja,i have one,i do",
    no="n,nope,non,nee,nein,neen,i have none,i do not",
    not_yet_waiting="not yet,waiting,i am waiting,pas encore,en attente,j attends,nog niet,ik wacht,noch nicht,ich warte",
    not_sure="i do not know,i don t know,don t know,no idea,unsure,je ne sais pas,pas sur,weet ik niet,niet zeker,weiss nicht,nicht sicher",
)

SAID_FOR: Final[dict[str, dict[str, str]]] = {
    "region": {
        **_said(
            Flanders="flemish region,vlaanderen,vlaams gewest,flandre,flandres,region flamande,flandern",
            Wallonia="wallonie,walloon region,region wallonne,wallonië,waals gewest,wallonien",
            Brussels_Capital="brussels region,bruxelles,bruxelles capitale,brussel,brussels hoofdstedelijk gewest,brüssel",
            German_speaking_community=(
                "german speaking,east belgium,communauté germanophone,cantons de l'est,duitstalige gemeenschap,oostkantons,"
                "deutschsprachige gemeinschaft,ostbelgien,dg"
            ),
            not_in_belgium_yet="abroad,not yet,outside belgium,à l'étranger,pas encore en belgique,nog niet in belgië,im ausland",
        ),
    },
    "administration_language": _said(
        NL="nederlands,néerlandais,niederländisch,flemish,vlaams", FR="français,frans,französisch", DE="allemand,duits,deutsch"
    ),
    "civic_status": _said(
        single="unmarried,célibataire,ongehuwd,alleenstaand,vrijgezel,ledig",
        cohabitant_legal="legal cohabitation,cohabitant,cohabitation légale,cohabitant légal,wettelijk samenwonend,gesetzlich zusammenwohnend",
        married="wed,marié,mariée,gehuwd,getrouwd,verheiratet",
        divorced="divorcé,divorcée,gescheiden,geschieden",
        widowed="widow,widower,veuf,veuve,weduwe,weduwnaar,verwitwet,witwe,witwer",
    ),
    "nationality_status": {
        **_said(
            BE="belgium,belge,belg,belgisch,belgier,belgierin",
            EU="european,european union,eu citizen,européen,citoyen européen,eu burger,eu bürger",
            multiple="dual,double,two,several,double nationalité,plusieurs,dubbel,meerdere,doppelt,mehrere",
        ),
        **dict.fromkeys(("outside the eu", "not eu", "non eu", "hors ue", "hors union", "buiten de eu", "niet eu", "ausserhalb der eu", "drittstaat"), "non-EU"),
    },
    "residency_status": {
        **_said(
            registered="inscrit,inscrite,ingeschreven,gemeldet,angemeldet",
            registering="in registration,en cours d'inscription,inschrijving loopt,in anmeldung",
            asylum="asylum seeker,refugee,asile,réfugié,demandeur d'asile,asiel,vluchteling,asyl,flüchtling",
            undocumented="no papers,sans papiers,zonder papieren,ohne papiere",
        ),
        **dict.fromkeys(("eu citizen", "citoyen ue", "citoyen europeen", "eu burger"), "EU-citizen"),
        **dict.fromkeys(("permit", "residence permit", "residence card", "titre de sejour", "carte de sejour", "verblijfskaart", "verblijfsvergunning", "aufenthaltstitel"), "non-EU-permit"),
    },
    "document_inventory.has_id_card": _CARD,
    "browser_driving_preference": _said(
        drive_by_default="yes,go ahead,oui,ja,always",
        ask_each_time="ask me,ask,demandez,demande moi,vraag het,vraag het me,frag mich,fragen",
        never_drive="no,never,non,jamais,nee,nooit,nein,nie",
    ),
    "transitions_in_progress": _said(
        marriage_planned="marriage,wedding,mariage,huwelijk,heirat,hochzeit",
        divorce="divorce,scheiding,echtscheiding,scheidung",
        address_change="move,moving,déménagement,verhuis,verhuizing,umzug",
    ),
    "type": {
        **_said(
            self_employed="freelance,indépendant,zelfstandig,zelfstandige,selbstständig",
            student="étudiant,étudiante,studente,studentin",
            unemployed="jobless,chômage,werkloos,arbeitslos",
            retired="pension,pensionné,retraité,gepensioneerd,rentner",
        ),
        **dict.fromkeys(("full time", "temps plein", "voltijds", "vollzeit", "ft"), "FT"),
        **dict.fromkeys(("part time", "temps partiel", "mi temps", "deeltijds", "halftijds", "teilzeit", "pt"), "PT"),
    },
}  # fmt: skip
"""By field: phrase to value."""
