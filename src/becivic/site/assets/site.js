// What is pleasant on every page but never needed: a theme to choose, a contents list that follows, a button to copy.
// Nothing here sends anything.

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
  const mark = () => {
    // The last parts may be too short to come up to where one reads: at its end a page is read to its end.
    const isEnd = scrollY > 0 && innerHeight + scrollY >= root.scrollHeight - 2;
    const first = isEnd ? parts.at(-1) : parts.find((part) => seen.has(part));
    const isAbove = parts[0].getBoundingClientRect().top > 0;
    if (first === current || (!first && !isAbove)) return;
    if (current) links.get(current.id).removeAttribute("aria-current");
    current = first;
    if (current) links.get(current.id).setAttribute("aria-current", "true");
  };
  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) seen[isIntersecting ? "add" : "delete"](target);
    mark();
  }, { rootMargin: "-12% 0px -55% 0px" });
  parts.forEach((part) => watch.observe(part));
  const foot = document.querySelector("footer");
  if (foot) new IntersectionObserver(mark, { threshold: [0, .5, 1] }).observe(foot);
}

// A link of a folded contents list folds it again.
const folded = document.querySelector(".contents > details");
folded?.addEventListener("click", (event) => { if (event.target.closest("a")) folded.open = false; });

// What is there to be pasted elsewhere can be copied at a press. Where a browser does not let pages copy, there is no button.
const copied = document.querySelector("[data-copy]");
if (copied && navigator.clipboard) {
  for (const block of copied.querySelectorAll("pre")) {
    const text = block.textContent.replace(/\n$/, "");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = copied.dataset.copy;
    button.addEventListener("click", async () => {
      try { await navigator.clipboard.writeText(text); } catch { return; }
      button.textContent = copied.dataset.copied;
      setTimeout(() => { button.textContent = copied.dataset.copy; }, 2000);
    });
    block.append(button);
  }
}
