(() => {
  "use strict";
  const data = JSON.parse(document.getElementById("form-data").textContent);
  const form = document.getElementById("onboarding");
  const EVENT = "becivic:onboarding";
  const REGION = "profile.region";
  const COMMUNE = "profile.commune_nis5";
  const LANGUAGE = "profile.administration_language";

  const say = (key, put = {}) => data.words[key].replace(/\{(\w+)\}/g, (_, name) => String(put[name]));
  const named = (name) => [...form.elements].filter((each) => each.name === name);
  const one = (name) => named(name)[0];
  const chosen = (name) => named(name).find((each) => each.checked)?.value || "";
  const box = (name) => form.querySelector(`[data-question="${CSS.escape(name)}"]`);

  // --- communes: by label, by code, and by any name or postal code that only one of them has

  const communes = new Map();
  const note = (key, entry) => {
    const word = key.trim().toLowerCase();
    if (word) communes.set(word, communes.has(word) && communes.get(word) !== entry ? null : entry);
  };
  const options = [...document.getElementById("communes").options].map((option) => ({
    label: option.value,
    postal: option.text.split(" "),
    nis5: option.dataset.nis5,
    region: option.dataset.region,
    languages: option.dataset.languages.split(" "),
  }));
  options.forEach((each) => [...each.label.split(" / "), ...each.postal].forEach((word) => note(word, each)));
  options.forEach((each) => [each.label, each.nis5].forEach((word) => communes.set(word.toLowerCase(), each)));
  const communeIn = (name) => communes.get(one(name).value.trim().toLowerCase()) || null;

  // --- the language of the administration follows from the place

  let preset = false;
  const note_of_language = document.createElement("p");
  note_of_language.className = "help";
  note_of_language.setAttribute("role", "status");
  box(LANGUAGE).append(note_of_language);

  const choose = (name, value) => {
    const found = named(name).find((each) => each.value === value);
    if (found) found.checked = true;
  };
  const placed = (byCommune) => {
    const commune = communeIn(COMMUNE);
    if (byCommune && commune) choose(REGION, commune.region);
    const region = chosen(REGION);
    const away = region === "not-in-belgium-yet";
    box(COMMUNE).hidden = away;
    if (away) one(COMMUNE).value = "";
    const here = commune && !away && commune.region === region;
    offer(here ? commune.languages : data.languages[region] || null);
  };
  const offer = (languages) => {
    const radios = named(LANGUAGE);
    const only = languages && languages.length === 1 ? languages[0] : "";
    for (const radio of radios) {
      const fits = !radio.value || !languages || languages.includes(radio.value);
      radio.closest("label").hidden = !fits;
      if (radio.checked && !fits) choose(LANGUAGE, "");
    }
    if (only) choose(LANGUAGE, only);
    else if (preset) choose(LANGUAGE, "");
    preset = Boolean(only);
    box(LANGUAGE).querySelector(".pills").hidden = preset;
    const language = only && radios.find((each) => each.value === only).closest("label").innerText.trim();
    note_of_language.textContent = only ? say("language_set", { language: language || only }) : "";
  };

  // --- questions that follow from a yes

  const follow = (question) => {
    const show = () => (box(question.name).hidden = !["yes", "true"].includes(chosen(question.follows)));
    named(question.follows).forEach((each) => each.addEventListener("change", show));
    show();
  };

  // --- lists

  const rowsOf = (question) => document.getElementById(`${question.name.replaceAll(".", "-")}-rows`);
  const renumber = (question) => {
    const rows = [...rowsOf(question).querySelectorAll(".row")];
    const id = question.name.replaceAll(".", "-");
    rows.forEach((row, index) => {
      row.querySelector("legend").textContent = say("row", { n: index + 1 });
      const move = (value) =>
        value
          .replaceAll(new RegExp(`\\b${id}-\\d+-`, "g"), `${id}-${index}-`)
          .replace(new RegExp(`^${question.name}\\.\\d+\\.`), `${question.name}.${index}.`);
      for (const each of row.querySelectorAll("*"))
        for (const name of ["id", "name", "for", "aria-describedby", "data-question"])
          if (each.hasAttribute(name)) each.setAttribute(name, move(each.getAttribute(name)));
      const button = row.querySelector("[data-remove]");
      button.textContent = say("row_remove", { n: index + 1 });
      button.hidden = rows.length <= Math.max(question.least || 0, 1);
    });
    box(question.name).querySelector("[data-add]").hidden = rows.length >= question.most;
  };
  const removable = (question, row) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet";
    button.dataset.remove = "";
    button.addEventListener("click", () => {
      row.remove();
      renumber(question);
      box(question.name).querySelector("[data-add]").focus();
    });
    row.append(button);
  };
  const blank = (row) => {
    row.querySelectorAll("[data-remove]").forEach((each) => each.remove());
    for (const each of row.querySelectorAll("input, select")) {
      each.removeAttribute("aria-invalid");
      if (each.type === "radio" || each.type === "checkbox") each.checked = each.type === "radio" && !each.value;
      else each.value = "";
    }
    row.querySelectorAll(".fault").forEach((each) => (each.hidden = true));
    return row;
  };
  const listed = (question) => {
    const rows = rowsOf(question);
    const add = box(question.name).querySelector("[data-add]");
    const show = () => {
      const open = chosen(`${question.name}.__mode`) === "rows";
      rows.hidden = !open;
      add.parentElement.hidden = !open;
    };
    rows.querySelectorAll(".row").forEach((row) => removable(question, row));
    add.addEventListener("click", () => {
      const last = rows.querySelector(".row:last-of-type");
      const row = last.cloneNode(true);
      removable(question, blank(row));
      // Renamed before it is put in: radio buttons of the same name would switch those of the row before off.
      const index = rows.querySelectorAll(".row").length;
      row.querySelectorAll("[name]").forEach((each) =>
        each.setAttribute("name", each.name.replace(new RegExp(`^${question.name}\\.\\d+\\.`), `${question.name}.${index}.`)),
      );
      rows.append(row);
      renumber(question);
      row.querySelector("input, select").focus();
    });
    named(`${question.name}.__mode`).forEach((each) => each.addEventListener("change", show));
    renumber(question);
    show();
  };

  // --- reading the answers

  class Fault extends Error {}
  const written = (name) => one(name).value.trim();
  const shaped = (pattern, fault) => (_, name) => {
    const value = written(name);
    if (one(name).validity.badInput || (value && !new RegExp(pattern).test(value))) throw new Fault(say(fault));
    return value || undefined;
  };
  const readers = {
    choice: (_, name) => chosen(name) || undefined,
    flag: (_, name) => ({ true: true, false: false })[chosen(name)],
    names: (_, name) => {
      const found = named(name).filter((each) => each.checked).map((each) => each.value);
      return found.length ? found : undefined;
    },
    text: (question, name) => {
      const value = written(name);
      if (!value) return undefined;
      const fits = !question.pattern || new RegExp(question.pattern, "u").test(value);
      const banned = question.banned && new RegExp(question.banned, "u").test(value);
      if (!fits || banned || [...value].length > question.most)
        throw new Fault(say(`error_${question.fault}`, { most: question.most }));
      return value;
    },
    number: (question, name) => {
      const value = written(name);
      const number = Number(value);
      const open = question.most === undefined;
      const wrong = number < (question.least || 0) || (!open && number > question.most);
      if (one(name).validity.badInput || !Number.isFinite(number) || wrong || (question.whole && number % 1))
        throw new Fault(say(open ? "error_number_open" : "error_number", { least: question.least || 0, most: question.most }));
      return value ? number : undefined;
    },
    date: shaped(data.date, "error_date"),
    month: shaped(data.month, "error_month"),
    month_or_current: (question, name) =>
      one(`${name}.current`).checked ? "current" : readers.month(question, name),
    country: (_, name) => written(name) || undefined,
    commune: (_, name) => {
      if (!written(name)) return undefined;
      const commune = communeIn(name);
      if (!commune) throw new Fault(say("error_commune"));
      return commune.nis5;
    },
    rows: (question, name, faults) => {
      const mode = chosen(`${name}.__mode`);
      if (!mode) return undefined;
      if (mode !== "rows") return { __mode: mode, __status: "pending" };
      const before = faults.length;
      const rows = [...rowsOf(question).querySelectorAll(".row")].map((_, index) => row(question, `${name}.${index}`, faults));
      const found = rows.filter((each) => Object.keys(each).length);
      // A row that cannot be read is not one too few: each mistake is told once.
      if (faults.length === before && (found.length < (question.least || 0) || found.length > question.most))
        throw new Fault(say("error_rows", { least: question.least || 0, most: question.most }));
      return found;
    },
  };
  const row = (question, name, faults) => {
    const found = {};
    for (const column of question.columns) {
      const value = read({ ...column, required: false }, `${name}.${column.name}`, faults);
      if (value !== undefined) found[column.name] = value;
    }
    if (Object.keys(found).length)
      for (const column of question.columns)
        if (column.required && found[column.name] === undefined)
          faults.push([`${name}.${column.name}`, say("error_required")]);
    return found;
  };
  const read = (question, name, faults) => {
    try {
      const value = readers[question.kind](question, name, faults);
      if (value === undefined && question.required) throw new Fault(say("error_required"));
      return value;
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      faults.push([name, fault.message]);
      return undefined;
    }
  };

  const put = (target, path, value) => {
    let at = target;
    for (const part of path.slice(0, -1)) at = at[part] ??= {};
    at[path.at(-1)] = value;
  };
  const gathered = (faults) => {
    const now = new Date().toISOString();
    const payload = {
      type: EVENT,
      version: data.version,
      locale: data.locale,
      mode: data.mode,
      skill_id: data.skill_id,
      profile: { profile_schema_version: data.profile_schema_version, last_updated_at: now },
      inputs: {},
      keep: [],
      pending: {},
    };
    for (const question of data.questions) {
      if (box(question.name).hidden) continue;
      const value = read(question, question.name, faults);
      if (value === undefined) continue;
      const [section, ...path] = question.name.split(".");
      // A profile holds rows or nothing: what is still to come waits beside it.
      if (section === "profile" && value.__mode) payload.pending[path[0]] = value;
      else put(payload[section], path, value);
      for (const name of question.also || []) put(payload.inputs, name.split(".").slice(1), value);
      if (question.kept) payload.keep.push(path[0]);
    }
    const consent = document.getElementById("consent");
    if (consent)
      payload.profile.consent = {
        alpha_bundle: consent.checked,
        version: data.consent_version,
        ...(consent.checked ? { signed_at: now.slice(0, 7) } : {}),
      };
    return payload;
  };

  // --- telling what is wrong, and handing over what is right

  const summary = document.getElementById("faults");
  const unfold = (element) => {
    const folded = element.closest("details");
    if (!folded) return;
    folded.open = true;
    unfold(folded.parentElement);
  };
  const mark = (name, message) => {
    const id = name.replaceAll(".", "-");
    const line = document.getElementById(`${id}-fault`);
    line.textContent = message;
    line.hidden = false;
    unfold(line);
    named(name).forEach((each) => each.setAttribute("aria-invalid", "true"));
    const link = document.createElement("a");
    link.href = `#${id}`;
    link.append(...title(name), `: ${message}`);
    link.addEventListener("click", (event) => {
      event.preventDefault();
      reveal(id);
    });
    const item = document.createElement("li");
    item.append(link);
    summary.querySelector("ul").append(item);
  };
  const title = (name) => {
    const label = box(name).querySelector("legend, .title").cloneNode(true);
    label.querySelectorAll(".mark").forEach((each) => each.remove());
    label.normalize();
    if (label.lastChild.nodeType === Node.TEXT_NODE) label.lastChild.data = label.lastChild.data.trimEnd();
    return label.childNodes; // as nodes, for they say which language they are in
  };
  const reveal = (id) => {
    const control = document.getElementById(id);
    unfold(control);
    control.focus();
  };
  const clear = () => {
    summary.hidden = true;
    summary.querySelector("ul").replaceChildren();
    form.querySelectorAll(".fault").forEach((each) => (each.hidden = true));
    form.querySelectorAll("[aria-invalid]").forEach((each) => each.removeAttribute("aria-invalid"));
  };
  const handOver = (payload) => {
    const text = JSON.stringify(payload, null, 2);
    document.getElementById("payload").value = text;
    document.getElementById("done").hidden = false;
    document.getElementById("done-title").focus();
    // Whoever shows the form made it a frame of theirs: a frame without an origin can name no other.
    if (window.parent !== window) window.parent.postMessage({ type: EVENT, payload }, "*");
    document.dispatchEvent(new CustomEvent(EVENT, { detail: payload }));
    if (typeof window.sendPrompt === "function") window.sendPrompt(text);
  };
  const submitted = (event) => {
    event.preventDefault();
    clear();
    document.getElementById("done").hidden = true;
    const faults = [];
    const payload = gathered(faults);
    if (!faults.length) return handOver(payload);
    faults.forEach(([name, message]) => mark(name, message));
    summary.hidden = false;
    summary.focus();
  };

  // --- begin

  const regions = new Intl.DisplayNames([data.locale], { type: "region" });
  for (const select of form.querySelectorAll("[data-countries]")) {
    const [first, ...rest] = [...select.options];
    rest.forEach((option) => (option.text = regions.of(option.value.toUpperCase())));
    rest.sort((one, other) => one.text.localeCompare(other.text, data.locale));
    const value = select.value;
    select.replaceChildren(first, ...rest);
    select.value = value;
  }
  data.questions.filter((each) => each.kind === "rows").forEach(listed);
  data.questions.filter((each) => each.follows).forEach(follow);
  named(REGION).forEach((each) => each.addEventListener("change", () => placed(false)));
  one(COMMUNE).addEventListener("change", () => placed(true));
  placed(!chosen(REGION));

  form.noValidate = true;
  const button = document.getElementById("submit");
  button.hidden = false;
  // Hidden here and not by noscript: a host that blocks scripts by a policy shows no noscript.
  document.getElementById("no-script").hidden = true;
  // A frame that may not submit forms still lets a button be pressed.
  button.addEventListener("click", submitted);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.getElementById("copy").addEventListener("click", async () => {
    const text = document.getElementById("payload");
    text.select();
    try {
      await navigator.clipboard.writeText(text.value);
    } catch {
      document.execCommand("copy");
    }
    document.getElementById("copied").textContent = say("copied");
  });
})();
