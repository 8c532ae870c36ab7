/** RFC 7396. The package has no types of its own. */
declare module 'json-merge-patch' {
  /** Returns the patch that turns `before` into `after`; undefined if they are equal. */
  export function generate(before: unknown, after: unknown): unknown
  /** Applies a patch, changing `target` in place, and returns the result. */
  export function apply(target: unknown, patch: unknown): unknown
}
