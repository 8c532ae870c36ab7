/**
 * What Redis, Valkey or a cluster of them replies when it cannot do what it is asked at the moment: it loads its data or is
 * busy with a script, has no memory or no disk, is a replica, moves keys, or has too many clients.
 */
const OUTAGES = new RegExp(
  '^(?:(?:ASK|BUSY|CLUSTERDOWN|IOERR|LOADING|MASTERDOWN|MISCONF|MOVED|NOREPLICAS|OOM|READONLY|REDIRECT|TRYAGAIN|UNKILLABLE) ' +
    '|ERR max number of clients)',
)

/** Whether an error reply says that a later attempt may succeed. */
export const saysOutage = ({ message }: Error): boolean => OUTAGES.test(message)
