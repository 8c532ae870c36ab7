/**
 * Recorded with every match. It changes whenever the same deal and actions could give another state, so that an old log is
 * never folded by rules that it was not played by without that being told.
 */
export const RULES_VERSION = '1'
