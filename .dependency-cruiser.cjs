/** Imports run one way; see the layers in README.md. Each rule names the layer that may not reach somewhere. */
const only = (name, folder, allowed) => ({
  name,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^src/', pathNot: [folder, 'time', ...allowed].map((other) => `^src/${other}/`) },
})

module.exports = {
  forbidden: [
    {
      name: 'rules-import-nothing',
      comment: 'The game is pure: no library, no Node module, no other folder.',
      severity: 'error',
      from: { path: '^src/rules/' },
      to: { pathNot: '^src/rules/' },
    },
    {
      name: 'protocol-takes-only-types-of-rules',
      severity: 'error',
      from: { path: '^src/protocol/' },
      to: { path: '^src/rules/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'what-is-pure-does-not-wait',
      comment: 'Pauses and time limits (src/time) are for all layers above these.',
      severity: 'error',
      from: { path: '^src/(rules|protocol|record)/' },
      to: { path: '^src/time/' },
    },
    only('time', 'time', []),
    only('protocol', 'protocol', ['rules']),
    only('record', 'record', ['rules', 'protocol']),
    only('limits', 'limits', ['protocol']),
    only('paging', 'paging', ['protocol']),
    only('files', 'files', []),
    only('workers', 'workers', []),
    only('live', 'live', ['files', 'record', 'rules', 'protocol']),
    only('matches', 'matches', ['paging', 'limits', 'live', 'record', 'rules', 'protocol']),
    only('database', 'database', ['files', 'protocol']),
    only('players', 'players', ['files', 'limits', 'database', 'live', 'record', 'rules', 'protocol']),
    only('history', 'history', ['paging', 'database', 'live', 'record', 'rules', 'protocol']),
    only('lobby', 'lobby', ['paging', 'matches', 'live', 'record', 'rules', 'protocol']),
    only('moderation', 'moderation', [
      'paging', 'lobby', 'matches', 'players', 'history', 'database', 'live', 'record', 'rules', 'protocol',
    ]),
    only('notifications', 'notifications', ['lobby', 'matches', 'database', 'live', 'record', 'rules', 'protocol']),
    only('gateway', 'gateway', ['limits', 'lobby', 'matches', 'players', 'live', 'record', 'rules', 'protocol']),
    only('http', 'http', [
      'moderation', 'notifications', 'lobby', 'matches', 'players', 'history', 'live', 'record', 'rules', 'protocol',
    ]),
    {
      name: 'only-main-imports-app',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/main\\.ts$' },
      to: { path: '^src/(app|main)\\.ts$' },
    },
    {
      name: 'a-folder-has-one-door',
      comment: 'Another folder is entered through its index.ts.',
      severity: 'error',
      from: { path: '^src/([^/]+)/' },
      to: { path: '^src/[^/]+/.+', pathNot: ['^src/$1/', '^src/[^/]+/index\\.ts$'] },
    },
    {
      name: 'app-uses-the-doors',
      severity: 'error',
      from: { path: '^src/[^/]+\\.ts$' },
      to: { path: '^src/[^/]+/.+', pathNot: ['^src/[^/]+/index\\.ts$'] },
    },
    {
      name: 'what-starts-servers-is-named-so',
      comment: 'npm test runs all but *.servers.test.ts, on machines without Redis and Postgres.',
      severity: 'error',
      from: { path: '^test/.*\\.test\\.ts$', pathNot: '\\.servers\\.test\\.ts$' },
      to: {
        path: '^test/support/(redis|redis-process|redis-sentinel|postgres|stack|two-nodes)\\.ts$',
        reachable: true,
      },
    },
    {
      name: 'the-checker-of-chaos-knows-no-server',
      comment: 'It compares plain JSON, so that a test can tamper with all that it reads.',
      severity: 'error',
      from: { path: '^chaos/checker/' },
      to: {
        path: '.', dependencyTypesNot: ['core'],
        pathNot: ['^chaos/checker/', '^chaos/swarm/lines\\.ts$', '^src/(protocol|record|rules)/', '^test/support/glicko\\.ts$'],
      },
    },
    {
      name: 'a-disturbance-knows-no-other',
      comment: 'Each has one subject: a stack, and what is done to it.',
      severity: 'error',
      from: { path: '^chaos/disturbances/', pathNot: '^chaos/disturbances/index\\.ts$' },
      to: { path: '.', dependencyTypesNot: ['core'], pathNot: ['^chaos/disturbances/disturbance\\.ts$', '^chaos/stack/'] },
    },
    {
      name: 'the-swarm-knows-the-sdk-alone',
      comment: 'Its players are clients: what they know of the server came over the wire.',
      severity: 'error',
      from: { path: '^chaos/swarm/' },
      to: { path: '^(src/(?!protocol/)|chaos/(?!swarm/))' },
    },
    {
      name: 'only-tests-use-chaos',
      severity: 'error',
      from: { path: '^(src|bench|scripts|client|web)/' },
      to: { path: '^chaos/' },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^src/database/client/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
}
