// Be Civic feedback buffer — reference implementation.
//
// Storage rule (per §2): save next to the agent's other output files; or
// CWD if the agent isn't writing other files; or in-memory if the runtime
// has no filesystem.
//
// Lifecycle: append items as the conversation surfaces them, never submit
// per-event. At session close, present to the user, validate, then stage
// on approval.

import * as fs from "node:fs/promises";
import * as path from "node:path";

interface FeedbackItem {
  type: "concern" | "amendment" | "validation" | "draft" | "feedback" | "rating";
  [k: string]: unknown;
}

interface BufferEnvelope {
  schema_version: 1;
  session_id: string;
  submitted_at: string;
  submitting_agent: string;
  submission_contract_version: "2.1.0";
  declared_capabilities: string[];
  mode?: "validate" | "stage";
  items: FeedbackItem[];
}

// 1. Resolve buffer location ─────────────────────────────────────────────

export function resolveBufferPath(
  sessionId: string,
  outputDir?: string,
): string | null {
  // outputDir is set when the agent is writing other files for this task.
  // Save the buffer alongside them so the user finds it next to the work.
  const root = outputDir ?? process.cwd();
  return path.join(root, ".be-civic", `feedback-buffer-${sessionId}.jsonl`);
}

// 2. Initialise the directory + auto-.gitignore ─────────────────────────

export async function initBufferDir(bufferPath: string): Promise<void> {
  const dir = path.dirname(bufferPath);
  await fs.mkdir(dir, { recursive: true });
  const gitignore = path.join(dir, ".gitignore");
  try {
    await fs.access(gitignore);
  } catch {
    // First run — create the self-ignoring .gitignore.
    await fs.writeFile(gitignore, "*\n!.gitignore\n", "utf8");
  }
}

// 3. Append an item ─────────────────────────────────────────────────────

export async function appendItem(
  bufferPath: string,
  item: FeedbackItem,
): Promise<void> {
  await initBufferDir(bufferPath);
  // One self-contained JSON object per line. submission_contract_version
  // repeated per line so the line is independently re-submittable.
  const line = JSON.stringify({
    submission_contract_version: "2.1.0",
    ...item,
  }) + "\n";
  await fs.appendFile(bufferPath, line, "utf8");
}

// 4. Read buffered items ────────────────────────────────────────────────

export async function readBuffer(bufferPath: string): Promise<FeedbackItem[]> {
  let raw: string;
  try {
    raw = await fs.readFile(bufferPath, "utf8");
  } catch {
    return [];
  }
  return raw
    .split("\n")
    .filter((l) => l.trim().length > 0)
    .map((l) => JSON.parse(l) as FeedbackItem);
}

// 5. Orphan scan at session start ──────────────────────────────────────

export async function scanOrphans(
  parentDir: string,
): Promise<Array<{ path: string; sessionId: string; ageDays: number; itemCount: number }>> {
  const dir = path.join(parentDir, ".be-civic");
  let entries: string[];
  try {
    entries = await fs.readdir(dir);
  } catch {
    return [];
  }
  const out: Array<{ path: string; sessionId: string; ageDays: number; itemCount: number }> = [];
  const now = Date.now();
  for (const name of entries) {
    const m = name.match(/^feedback-buffer-(ses_[0-9a-f-]+)\.jsonl$/);
    if (!m) continue;
    const full = path.join(dir, name);
    const stat = await fs.stat(full);
    const items = await readBuffer(full);
    out.push({
      path: full,
      sessionId: m[1],
      ageDays: (now - stat.mtimeMs) / (1000 * 60 * 60 * 24),
      itemCount: items.length,
    });
  }
  return out;
}

// 6. Validate-then-stage submission helper ─────────────────────────────

export async function submit(
  envelope: Omit<BufferEnvelope, "schema_version" | "submission_contract_version" | "mode">,
  apiBase = "https://becivic.be",
): Promise<{ validated: unknown; staged?: unknown; error?: string }> {
  const base = {
    schema_version: 1 as const,
    submission_contract_version: "2.1.0" as const,
    ...envelope,
  };
  // Validate first — never stage on the first call.
  const v = await fetch(`${apiBase}/api/feedback`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...base, mode: "validate" }),
  });
  const validated = await v.json();
  if (v.status !== 200) return { validated, error: "validate_call_failed" };
  // Inspect per-item results; if any rejected, return without staging.
  const anyRejected = (validated as { results: Array<{ status: string }> })
    .results.some((r) => r.status === "rejected");
  if (anyRejected) return { validated, error: "rejected_at_validate" };
  // All good — stage.
  const s = await fetch(`${apiBase}/api/feedback`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...base, mode: "stage" }),
  });
  const staged = await s.json();
  if (s.status !== 200) return { validated, staged, error: "stage_call_failed" };
  return { validated, staged };
}

// 7. Filesystem-less fallback ──────────────────────────────────────────

// Agents without `local_filesystem` / `file_read` capability skip
// resolveBufferPath / initBufferDir / appendItem / readBuffer / scanOrphans
// and operate entirely in conversation memory. The submit() helper above
// is filesystem-independent and works either way.
//
// For long sessions where context compaction may drop in-memory items,
// switch to per-event submission: call submit() with one item at a time
// as each surfaces, instead of buffering. The 24h cancel window provides
// recovery if the user later disagrees.
