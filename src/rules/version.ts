/**
 * Recorded with every match. It goes up whenever the same seed and actions could give another state, so that a log that
 * was played under other rules can be recognised.
 */
export const RULES_VERSION = '1'
