import type { ChildProcess } from 'node:child_process'

export declare const upMessage: string
export declare function supervise(
  start: () => ChildProcess,
  options: { isEnding: () => boolean; say: (line: string) => void },
): Promise<number>
