/** Folders on disk that serve one process. */
export { OWNER_ONLY, takeFolder } from './folder.ts'
