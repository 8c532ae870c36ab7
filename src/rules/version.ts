/**
 * Recorded with every match. It goes up whenever the same seed and actions could give another state, so that a log that
 * was played under other rules can be recognised.
 */
export const RULES_VERSION = '1'

/**
 * The versions of the logs that these rules fold to the same states, events and scores as the rules of that version.
 */
export const FOLDED_VERSIONS: readonly string[] = [RULES_VERSION]
