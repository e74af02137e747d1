// What is pleasant on the page of a procedure but never needed: notes in place, and boxes to tick.
// What is ticked stays in this browser; nothing here sends anything.

const kept = {
  get(key) { try { return localStorage.getItem(key); } catch { return null; } },
  set(key, value) { try { value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value); } catch { /* a browser that keeps nothing */ } },
};

// A later citation shows the note of the first beside itself, as a copy: the note itself may stand in the margin.
// Without this, the numeral is a link that leads there.
let copy;
const close = () => { copy?.remove(); copy = undefined; };
for (const numeral of document.querySelectorAll("a.cite[href^='#cite-']")) {
  const note = document.getElementById(numeral.hash.replace("#cite-", "note-"));
  if (!note?.showPopover) continue;
  numeral.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const isOpen = copy?.previousElementSibling === numeral;
    close();
    if (isOpen) return;
    copy = note.cloneNode(true);
    copy.id = "note-here";
    copy.removeAttribute("data-n"); // of the margin
    copy.querySelector(".note-close").setAttribute("popovertarget", copy.id);
    numeral.after(copy);
    const own = copy;
    own.addEventListener("toggle", ({ newState }) => { if (newState === "closed" && own === copy) close(); });
    own.showPopover({ source: numeral });
  });
}

// What a name is called in other languages is shown to a pointer and to the keyboard too, until either leaves (WCAG 1.4.13).
let shown, leaving;
const stay = () => clearTimeout(leaving);
const leave = () => { stay(); leaving = setTimeout(() => { if (shown?.isConnected) shown.hidePopover(); shown = undefined; }, 250); };
for (const button of document.querySelectorAll(".term-word > button[popovertarget]")) {
  const note = document.getElementById(button.getAttribute("popovertarget"));
  if (!note?.showPopover) continue;
  const show = () => {
    stay();
    if (note.matches(":popover-open")) return;
    note.showPopover({ source: button });
    shown = note;
  };
  const word = button.closest(".term-word");
  word.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse") show(); });
  word.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") leave(); });
  button.addEventListener("focus", () => { if (button.matches(":focus-visible")) show(); });
  button.addEventListener("blur", leave);
  // Pressing what a pointer has opened already keeps it open.
  button.addEventListener("click", (event) => { if (shown === note && note.matches(":popover-open")) { event.preventDefault(); shown = undefined; } });
  note.addEventListener("pointerenter", stay);
  note.addEventListener("pointerleave", leave);
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
    page.querySelector(".ticks-about").hidden = false;
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
