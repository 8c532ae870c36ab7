/**
 * Recorded with every match. It goes up whenever the same seed and actions could give another state, and when a box is
 * added, so that a log that was played under other rules can be recognised.
 */
export const RULES_VERSION = '2'

/**
 * The versions of the logs that these rules fold to the same states, events and scores as the rules of that version.
 */
export const FOLDED_VERSIONS: readonly string[] = ['1', RULES_VERSION]
