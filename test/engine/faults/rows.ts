// Rows of the fault catalogue, by name. Every row is the name of tests in this folder; rows.test.ts fails for a row
// without tests. CI tries a fifth of a large number that a row names, `npm run test:long` all of it.

export const rows = {
  namedKills: 'kill −9 at named points',
  randomKills: 'random kill −9',
  instances: 'two instances; four claimers on 40,000 accounts',
  disk: 'disk full (max_page_count), read-only folder',
  lostTail: 'WAL tail cut at each frame; an older backup restored',
  clocks: 'clock ±1 h, ±10 years; stopped and continued',
  replies: 'reply cut at every byte; invalid JSON bodies; HTML 200; 302; gzip; 100 MB body; 1 byte a second',
  keptConnections: 'keep-alive connection reset at the moment of sending, 1,000 times',
  storms: '429 storm with every kind of Retry-After; 5xx storm; half-open connection',
  credentials: 'token expires with 16 in flight; key revoked',
  supplierPaused: 'supplier paused in the middle',
  notVisibleYet: 'status eventually consistent (404 after 201)',
  pauses: 'pause acknowledged and durable',
} as const

/** Rows tested elsewhere, with the folder of their tests. */
export const rowsElsewhere = {
  'model-based commands against an in-memory model': 'test/engine/model',
} as const
