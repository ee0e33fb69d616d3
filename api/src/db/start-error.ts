/** A failure to start. Its message is one sentence for the terminal that says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** The code of an error of Node or PostgreSQL; '' if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Turns a file system error under `path` into a StartError; other errors are returned unchanged. */
export function fileError(error: unknown, path: string): Error {
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new StartError(`No space is left on the disk of ${path}: free some, or set DATA_DIR to another disk.`)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new StartError(`${path} cannot be written by this user: change its permissions, or set DATA_DIR to a directory that can.`)
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return new StartError(`${path} is no directory: remove it, or set DATA_DIR to another place.`)
  return error instanceof Error ? error : new Error(String(error))
}
