/** Folders on disk that serve one process. */
export { lockFolder } from './lock.ts'
