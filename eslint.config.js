import sorted from 'eslint-plugin-simple-import-sort'
import svelte from 'eslint-plugin-svelte'
import tseslint from 'typescript-eslint'

const ADDRESSES = 'Addresses of src/limits says where a request comes from: request.address for a route.'
const RAW_ADDRESSES = [
  'MemberExpression[property.name=/^(ip|ips|remoteAddress)$/]',
  'ObjectPattern > Property[key.name=/^(ip|ips|remoteAddress)$/]',
  'MemberExpression[property.name="address"]:matches([object.name="handshake"], [object.property.name="handshake"])',
  'MemberExpression[property.value=/^x-forwarded-for$/i]',
].map((selector) => ({ selector, message: ADDRESSES }))
const LASTING_LISTENERS = [
  {
    selector: "CallExpression[callee.property.name='addEventListener'][arguments.0.value='abort']",
    message: 'A signal may keep the listener for as long as the process lives: use onAbort of src/time.',
  },
  {
    selector: "CallExpression[callee.object.name='AbortSignal'][callee.property.name='any']",
    message: 'The signals keep something of each use for as long as they live: use onAbort of src/time.',
  },
]
const STORAGES = ['localStorage', 'sessionStorage', 'indexedDB', 'caches']
const askStorage = 'A browser may refuse to store anything: use web/src/lib/storage.ts.'
/** What a browser may lack, above all over plain HTTP, where it is. */
const LACKING = {
  navigator: ['clipboard', 'share', 'locks', 'serviceWorker', 'wakeLock', 'vibrate', 'permissions', 'mediaDevices'],
  crypto: ['subtle', 'randomUUID'],
}
const askBrowser = 'A browser may lack this, as over plain HTTP: use web/src/lib/browser.ts.'
const PARTS_OF_BROWSERS = [
  ...STORAGES.map((property) => ({ property, message: askStorage })),
  ...Object.entries(LACKING).flatMap(([object, properties]) =>
    properties.map((property) => ({ object, property, message: askBrowser })),
  ),
  ...['Notification', 'PushManager'].map((property) => ({ object: 'globalThis', property, message: askBrowser })),
]
/**
 * Somebody may set the clock of the device: durations are measured by `performance.now()`, and times of the server by
 * `ServerClock`, which alone reads the clock of the device.
 */
const CLOCK_OF_DEVICE = { object: 'Date', property: 'now', message: 'Use performance.now() or the ServerClock.' }

/** Node's modules first, then packages, then our own from afar to near; no empty lines between them. */
const IMPORTS = [['^\\u0000', '^node:', '^@?\\w', '^\\.\\.', '^\\.']]

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', '.data/', 'src/database/client/', 'bench/peers/', 'web/dist/', 'served/', '**/*.js', '**/*.cjs'] },
  ...tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      eqeqeq: 'error',
      'no-console': 'error',
      'sorted/imports': ['error', { groups: IMPORTS }],
    },
    plugins: { sorted },
  },
  ...svelte.configs.recommended,
  {
    rules: {
      // Some maps and sets hold what nothing is drawn from, others are replaced as a whole.
      'svelte/prefer-svelte-reactivity': 'off',
      // Spaces that the compiler would leave out.
      'svelte/no-useless-mustaches': 'off',
    },
  },
  { files: ['web/**/*.svelte.ts'], languageOptions: { parserOptions: { parser: tseslint.parser } } },
  {
    files: ['web/**/*.svelte'],
    languageOptions: { parserOptions: { parser: tseslint.parser } },
  },
  {
    files: ['client/src/**', 'web/src/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...STORAGES.map((name) => ({ name, message: askStorage })),
        ...['Notification', 'PushManager'].map((name) => ({ name, message: askBrowser })),
      ],
      'no-restricted-properties': ['error', ...PARTS_OF_BROWSERS, CLOCK_OF_DEVICE],
    },
  },
  { files: ['client/src/server-clock.ts'], rules: { 'no-restricted-properties': ['error', ...PARTS_OF_BROWSERS] } },
  {
    files: ['web/src/lib/storage.ts', 'web/src/lib/browser.ts', 'client/src/platform.ts'],
    rules: { 'no-restricted-globals': 'off', 'no-restricted-properties': ['error', CLOCK_OF_DEVICE] },
  },
  {
    files: ['web/**'],
    rules: {
      // What a player need not know, and an operator wants to.
      'no-console': ['error', { allow: ['error'] }],
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              // The service worker has `lib/` of the page, in which it finds its texts.
              regex: '/src/(?!(protocol/(log-text|rating-range)|text/(isolated|characters)|lib/(languages|message))\\.ts$)',
              message:
                'Of the sources of the server, the page has only what the hashes of a log are of, what a range of ratings is, ' +
                'and what texts are made of.',
            },
          ],
        },
      ],
      // A file of the version that is open may be gone after a release: `part` handles it, once for all.
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ImportExpression:not(CallExpression[callee.name="part"] > ArrowFunctionExpression > ImportExpression)',
          message: 'A dynamic import is loaded by `part`, which handles its failure.',
        },
      ],
    },
  },
  {
    // Where a request comes from is read in one place, which gives an address one form.
    files: ['src/**'],
    rules: { 'no-restricted-syntax': ['error', ...LASTING_LISTENERS, ...RAW_ADDRESSES] },
  },
  { files: ['src/time/signals.ts'], rules: { 'no-restricted-syntax': ['error', ...RAW_ADDRESSES] } },
  { files: ['src/limits/address.ts'], rules: { 'no-restricted-syntax': ['error', ...LASTING_LISTENERS] } },
  {
    files: ['test/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.object.name='vi'][callee.property.name=/^wait(For|Until)$/][arguments.length=1]",
          message: 'It waits for a second alone, which a loaded machine may need: use atLast of test/support, or a timeout.',
        },
      ],
    },
  },
  { files: ['scripts/**', 'bench/**', 'chaos/**', 'client/judge/main.ts'], rules: { 'no-console': 'off' } },
)
