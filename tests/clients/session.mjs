// One session of an agent that uses feedback_buffer.ts: buffer, read back, scan, submit. Told what to do as JSON on
// standard input; prints what came of it as JSON.

import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";

import { appendItem, readBuffer, resolveBufferPath, scanOrphans, submit } from "./feedback_buffer.ts";

const { apiBase, outputDir, envelope, items } = JSON.parse(await text(process.stdin));
const buffer = resolveBufferPath(envelope.session_id, outputDir);
const orphans = await scanOrphans(outputDir);
for (const item of items) await appendItem(buffer, item);
const buffered = await readBuffer(buffer);
const outcome = await submit({ ...envelope, items: buffered }, apiBase);
const ignored = await readFile(join(dirname(buffer), ".gitignore"), "utf8");
console.log(JSON.stringify({ buffer, orphans, buffered, ignored, ...outcome }));
