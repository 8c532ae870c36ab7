/** Imports run one way; see the layers in README.md. Each rule names the layer that may not reach somewhere. */
const only = (name, folder, allowed) => ({
  name,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^src/', pathNot: [folder, 'ids', 'time', ...allowed].map((other) => `^src/${other}/`) },
})

/** Only some rooms may import something. */
const oneDoor = (name, what, rooms, but = {}) => ({
  name: `${name}-has-one-door`,
  severity: 'error',
  from: { path: '^src/', pathNot: rooms },
  to: { path: what, ...but },
})
const BUT_TYPES = { dependencyTypesNot: ['type-only'] }

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
      comment: 'Pauses and time limits (src/time), and random ids (src/ids), are for all layers above these.',
      severity: 'error',
      from: { path: '^src/(rules|text|protocol|record)/' },
      to: { path: '^src/(ids|time)/' },
    },
    only('time', 'time', []),
    only('ids', 'ids', []),
    only('text', 'text', []),
    only('protocol', 'protocol', ['text', 'rules']),
    only('record', 'record', ['rules', 'protocol']),
    only('limits', 'limits', ['metrics', 'protocol']),
    only('paging', 'paging', ['protocol']),
    only('files', 'files', []),
    only('metrics', 'metrics', ['rules', 'protocol']),
    only('workers', 'workers', []),
    only('threads', 'threads', []),
    only('live', 'live', ['metrics', 'files', 'limits', 'record', 'rules', 'protocol']),
    only('matches', 'matches', ['metrics', 'paging', 'limits', 'live', 'record', 'rules', 'protocol', 'text']),
    only('database', 'database', ['files', 'threads', 'protocol']),
    only('players', 'players', ['files', 'limits', 'database', 'live', 'record', 'rules', 'protocol', 'text']),
    only('deals', 'deals', ['database', 'ids', 'record', 'rules', 'protocol', 'time']),
    only('history', 'history', ['metrics', 'paging', 'database', 'live', 'record', 'rules', 'protocol']),
    {
      name: 'a-bot-knows-what-a-seat-sees',
      comment: 'A bot gets the view and the events of its seat. It reads no clock, file or socket.',
      severity: 'error',
      from: { path: '^src/bots/' },
      to: { pathNot: ['^src/bots/', '^src/rules/index\\.ts$', '^src/protocol/index\\.ts$'] },
    },
    {
      name: 'bots-take-only-types-of-protocol',
      severity: 'error',
      from: { path: '^src/bots/' },
      to: { path: '^src/protocol/', dependencyTypesNot: ['type-only'] },
    },
    only('opponents', 'opponents', ['metrics', 'threads', 'limits', 'analysis', 'puzzles', 'bots', 'matches', 'live', 'record', 'rules', 'protocol']),
    only('analysis', 'analysis', ['bots', 'history', 'database', 'record', 'rules', 'protocol']),
    only('puzzles', 'puzzles', ['analysis', 'bots', 'history', 'database', 'record', 'rules', 'protocol']),
    only('lobby', 'lobby', ['metrics', 'paging', 'matches', 'live', 'record', 'rules', 'protocol']),
    only('tournaments', 'tournaments', [
      'paging', 'lobby', 'matches', 'history', 'database', 'live', 'record', 'rules', 'protocol',
    ]),
    only('moderation', 'moderation', [
      'paging', 'lobby', 'matches', 'players', 'history', 'database', 'live', 'record', 'rules', 'protocol',
    ]),
    only('notifications', 'notifications', ['tournaments', 'lobby', 'matches', 'database', 'live', 'record', 'rules', 'protocol']),
    only('commands', 'commands', ['lobby', 'matches', 'protocol']),
    only('gateway', 'gateway', ['metrics', 'limits', 'commands', 'lobby', 'matches', 'players', 'live', 'record', 'rules', 'protocol']),
    only('pictures', 'pictures', ['limits', 'rules', 'protocol']),
    only('http', 'http', [
      'metrics', 'analysis', 'puzzles', 'tournaments', 'limits', 'pictures', 'commands', 'moderation', 'notifications', 'lobby', 'matches', 'players', 'history', 'deals', 'live', 'record', 'rules',
      'protocol', 'text',
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
    // Whoever wants one waits for a turn in the pool.
    oneDoor('thinking', '^src/opponents/threads/(?!pool\\.ts$)', '^src/opponents/threads/', BUT_TYPES),
    oneDoor('threading', '^src/threads/', '^src/(threads|opponents/threads|database/embedded)/'),
    // Whoever wants a hash waits for a place.
    oneDoor('hashing', 'node_modules/@node-rs/argon2', '^src/players/password\\.ts$'),
    // Its fields that no type shows are named, and looked for at the start, in one place.
    oneDoor('engine', 'node_modules/engine\\.io/', '^src/gateway/transport/internals\\.ts$'),
    // What is sent to the targets of players waits in the queue of deliveries.
    oneDoor(
      'posting', '^src/notifications/(post|look-up)\\.ts$', '^src/notifications/(webhooks|subscriptions|post)\\.ts$', BUT_TYPES,
    ),
    oneDoor(
      'sending', '^src/notifications/(webhooks|subscriptions)\\.ts$', '^src/notifications/notifications\\.ts$', BUT_TYPES,
    ),
    {
      name: 'the-sdk-shares-the-contract-alone',
      comment: 'It is published without the server: of that it takes types, and what texts may be.',
      severity: 'error',
      from: { path: '^client/src/' },
      to: { path: '^(src/(?!(protocol|rules|text)/index\\.ts$)|web|test|scripts|bench|chaos)' },
    },
    {
      name: 'the-sdk-takes-only-types-of-the-rules',
      severity: 'error',
      from: { path: '^client/src/' },
      to: { path: '^src/(protocol|rules)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-package-of-the-rules-is-pure',
      comment: 'It is published without the server: the rules, and the kinds of game. Its command alone is a program.',
      severity: 'error',
      from: { path: '^rules/src/', pathNot: '^rules/src/runner\\.ts$' },
      to: { pathNot: ['^rules/src/', '^src/rules/index\\.ts$', '^src/protocol/(game-kinds|match-options)\\.ts$'] },
    },
    {
      name: 'the-runner-of-the-rules-needs-node-alone',
      severity: 'error',
      from: { path: '^rules/src/runner\\.ts$' },
      to: { dependencyTypesNot: ['core'], pathNot: ['^rules/src/runner/', '^src/record/seed\\.ts$'] },
    },
    {
      name: 'the-package-of-the-rules-depends-on-nothing',
      severity: 'error',
      from: { path: '^rules/src/' },
      to: { path: 'node_modules', reachable: true },
    },
    {
      name: 'the-page-knows-the-sdk-alone',
      comment:
        'It knows no rules. The characters of texts, what the hashes of a log are of, and which ratings are in a range are ' +
        'described once.',
      severity: 'error',
      from: { path: '^web/' },
      to: {
        path: '^(src/(?!text/(isolated|characters)\\.ts$|protocol/(log-text|rating-range)\\.ts$)|client/src/(?!index\\.ts$)|test|scripts|bench|chaos)',
      },
    },
    {
      name: 'the-parts-of-the-page-lie-above-each-other',
      comment: 'Screens are made of the table and of small parts; none of these knows what it is used in.',
      severity: 'error',
      from: { path: '^web/src/(lib|ui)/' },
      to: { path: '^web/src/(table|screens|learn)/' },
    },
    {
      name: 'a-table-knows-no-screen',
      severity: 'error',
      from: { path: '^web/src/table/' },
      to: { path: '^web/src/(screens|learn)/' },
    },
    {
      name: 'the-worker-draws-nothing',
      comment: 'The service worker runs without a page.',
      severity: 'error',
      from: { path: '^web/worker/' },
      to: { path: '^web/src/(?!lib/(languages|message)\\.ts$).*\\.(ts|svelte)$' },
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
