// Where the tests keep their temporary files.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const prefix = 'adsite-tests-'
/** A whole run keeps 2 GB of files at most; the rest is for its processes. */
const needed = { files: 6 * 2 ** 30, free: 12 * 2 ** 30 }

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= needed.files && freemem() >= needed.free
  } catch {
    return false
  }
}

/** Some machines run no programs that are there. */
function runsPrograms(directory) {
  const program = join(directory, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch ({ code }) {
    return code === 'EPERM'
  }
}

/** Removes what runs that were killed have left. */
function removeLeftovers() {
  for (const name of readdirSync(memory)) {
    const pid = Number(name.startsWith(prefix) && name.slice(prefix.length))
    // Numbers of processes come again: what has this one's is another's.
    if (pid > 0 && (pid === process.pid || !isAlive(pid))) rmSync(join(memory, name), { recursive: true, force: true })
  }
}

/**
 * A directory for the temporary files of this process and of those that it starts, which ends with it. It is in memory where
 * there is room: tests make and delete so many files that a disk costs much of the processor's time (docs/testing.md).
 */
export function temporaryDirectory() {
  if (!hasRoom()) return tmpdir()
  removeLeftovers()
  const path = join(memory, `${prefix}${process.pid}`)
  mkdirSync(path)
  process.once('exit', () => rmSync(path, { recursive: true, force: true }))
  return runsPrograms(path) ? path : tmpdir()
}
