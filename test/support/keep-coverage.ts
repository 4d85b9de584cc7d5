// Node.js writes what ran when a process ends by itself, and Vitest ends its own by a signal: `npm run coverage`.
if (process.listenerCount("SIGTERM") === 0) process.on("SIGTERM", () => process.exit());
