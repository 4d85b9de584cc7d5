// The same answers as static files of nginx, one worker, where it is installed.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

export const HAS_NGINX = spawnSync("nginx", ["-v"], { stdio: "ignore" }).error === undefined;

export interface FileServer {
  readonly process: ChildProcess;
  readonly base: string;
  /** Paths of the files, in the order of the bodies. */
  readonly paths: readonly string[];
}

/** Writes each body to a file and serves them on a port, which must be free. */
export function startNginx(
  bodies: readonly Uint8Array[],
  { folder, port }: { readonly folder: string; readonly port: number },
): FileServer {
  const files = path.join(folder, "files");
  mkdirSync(files, { recursive: true });
  bodies.forEach((body, at) => writeFileSync(path.join(files, `${at}.json`), body));
  const configuration = path.join(folder, "nginx.conf");
  writeFileSync(configuration, toConfiguration(folder, files, port));
  const server = spawn("nginx", ["-p", folder, "-c", configuration, "-e", "stderr"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return {
    process: server,
    base: `http://127.0.0.1:${port}`,
    paths: bodies.map((_, at) => `/${at}.json`),
  };
}

function toConfiguration(folder: string, files: string, port: number): string {
  return `daemon off; worker_processes 1; pid ${folder}/nginx.pid; user root;
events { worker_connections 256; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000;
  open_file_cache max=10000; types { application/json json; }
  client_body_temp_path ${folder}/t1; proxy_temp_path ${folder}/t2; fastcgi_temp_path ${folder}/t3;
  uwsgi_temp_path ${folder}/t4; scgi_temp_path ${folder}/t5;
  server { listen 127.0.0.1:${port}; root ${files}; }
}
`;
}
