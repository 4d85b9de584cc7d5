// Pushes as hosts send them.
import { createHmac } from "node:crypto";

export type WebhookKind = "github" | "gitlab" | "gitea";

export const WEBHOOK_SECRET = "a secret of some length";

export interface WebhookRequest {
  readonly method: "POST";
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** A push to the repository with this address. */
export function toPushRequest(
  kind: WebhookKind,
  address: string,
  secret = WEBHOOK_SECRET,
): WebhookRequest {
  const repository = { clone_url: address, html_url: address.replace(/\.git$/, "") };
  const body = JSON.stringify(
    kind === "gitlab" ? { project: { git_http_url: address } } : { ref: "x", repository },
  );
  return toWebhookRequest(kind, body, { secret });
}

export function toWebhookRequest(
  kind: WebhookKind,
  body: string,
  { secret = WEBHOOK_SECRET, event = kind === "gitlab" ? "Push Hook" : "push" } = {},
): WebhookRequest {
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  const github = { "X-GitHub-Event": event, "X-Hub-Signature-256": `sha256=${signature}` };
  const headers = {
    github,
    gitlab: { "X-Gitlab-Event": event, "X-Gitlab-Token": secret },
    // Gitea sends GitHub's headers, too.
    gitea: { ...github, "X-Gitea-Event": event, "X-Gitea-Signature": signature },
  }[kind];
  return { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body };
}
