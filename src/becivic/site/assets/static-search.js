// The search of a site written out as files: asks the index that lies beside it. Text is only ever set as text.

const words = new URLSearchParams(location.search).get("q")?.trim().slice(0, 200) ?? "";
const found = document.getElementById("found");
const hits = document.getElementById("hits");
const shown = 12;

const said = (text) => {
  found.textContent = text;
  found.hidden = false;
};

const hit = ({ url, meta, plain_excerpt: excerpt }) => {
  const item = document.createElement("li");
  const heading = document.createElement("h2");
  const link = document.createElement("a");
  const line = document.createElement("p");
  item.className = "hit";
  link.href = url;
  link.textContent = meta.title ?? url;
  line.textContent = excerpt ?? "";
  heading.append(link);
  item.append(heading, line);
  return item;
};

if (words) {
  document.getElementById("q").value = words;
  try {
    const index = await import("/pagefind/pagefind.js");
    const { results } = await index.search(words);
    const pages = await Promise.all(results.slice(0, shown).map((result) => result.data()));
    hits.replaceChildren(...pages.map(hit));
    const { none, one, other } = found.dataset;
    said(results.length === 0 ? none : results.length === 1 ? one : other.replace("%n", results.length));
  } catch {
    said(found.dataset.off);
  }
}
