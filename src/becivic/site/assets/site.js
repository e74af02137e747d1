// What is pleasant but never needed: a theme to choose, a contents list that follows, and boxes to tick.
// What is ticked stays in this browser; nothing here sends anything.

const root = document.documentElement;
const kept = {
  get(key) { try { return localStorage.getItem(key); } catch { return null; } },
  set(key, value) { try { value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value); } catch { /* a browser that keeps nothing */ } },
};

// The theme: the system's, until somebody says otherwise.
const dark = matchMedia("(prefers-color-scheme: dark)");
const chosen = kept.get("theme");
if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
const themeButton = document.querySelector("button.theme");
if (themeButton) {
  themeButton.hidden = false;
  themeButton.addEventListener("click", () => {
    const now = root.dataset.theme ?? (dark.matches ? "dark" : "light");
    const next = now === "dark" ? "light" : "dark";
    const isSystem = next === (dark.matches ? "dark" : "light");
    if (isSystem) delete root.dataset.theme; else root.dataset.theme = next;
    kept.set("theme", isSystem ? null : next);
  });
}

// The contents list follows what is being read.
const links = new Map([...document.querySelectorAll(".contents a[href^='#']")].map((link) => [link.hash.slice(1), link]));
const parts = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
if (parts.length && "IntersectionObserver" in window) {
  const seen = new Set();
  let current;
  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) seen[isIntersecting ? "add" : "delete"](target);
    const first = parts.find((part) => seen.has(part));
    const isAbove = parts[0].getBoundingClientRect().top > 0;
    if (first === current || (!first && !isAbove)) return;
    if (current) links.get(current.id).removeAttribute("aria-current");
    current = first;
    if (current) links.get(current.id).setAttribute("aria-current", "true");
  }, { rootMargin: "-12% 0px -55% 0px" });
  parts.forEach((part) => watch.observe(part));
}

// Boxes to tick, one for each thing to bring.
const page = document.querySelector("[data-ticks]");
if (page) {
  const key = `ticks:${page.dataset.ticks}`;
  let ticked;
  try { ticked = new Set(JSON.parse(kept.get(key) ?? "[]")); } catch { ticked = new Set(); }
  const boxes = [];
  for (const item of page.querySelectorAll(".checklist > li[id], li.checkable[id]")) {
    const label = document.createElement("label");
    label.className = "tick";
    const box = document.createElement("input");
    box.type = "checkbox";
    box.setAttribute("aria-label", `${page.dataset.tickLabel} ${(item.querySelector("a, strong")?.textContent ?? item.textContent).trim().slice(0, 80)}`);
    const show = () => item.classList.toggle("is-ticked", box.checked);
    box.checked = ticked.has(item.id);
    show();
    box.addEventListener("change", () => {
      ticked[box.checked ? "add" : "delete"](item.id);
      kept.set(key, ticked.size ? JSON.stringify([...ticked]) : null);
      show();
    });
    label.append(box);
    item.prepend(label);
    item.classList.add("has-tick");
    boxes.push(box);
  }
  const clear = page.querySelector("button.clear-ticks");
  if (clear && boxes.length) {
    clear.hidden = false;
    clear.addEventListener("click", () => boxes.filter((box) => box.checked).forEach((box) => box.click()));
  }
}

for (const button of document.querySelectorAll("button.print")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

// A diagram that is wider than its place opens at its middle, where it begins.
for (const box of document.querySelectorAll(".diagram-scroll")) {
  box.closest("details").addEventListener("toggle", () => { box.scrollLeft = (box.scrollWidth - box.clientWidth) / 2; });
}
