import { describe, expect, test } from 'vitest'
import { createQueue } from './background-queue.ts'

const gate = () => Promise.withResolvers<void>()

describe('background queue', () => {
  test('runs at most so many at once, takes no more than may wait, and goes on after a failure', async () => {
    const errors: unknown[] = []
    const queue = createQueue({ limit: 2, parallel: 1, onError: (error) => errors.push(error) })
    const done: number[] = []
    const first = gate()
    const failure = new Error('no')
    const taken = [
      queue.add(async () => {
        await first.promise
        done.push(1)
      }),
      queue.add(() => Promise.reject(failure)),
      queue.add(async () => void done.push(3)),
      queue.add(async () => void done.push(4)),
    ]
    expect(taken).toEqual([true, true, true, false])
    expect(done).toEqual([])
    first.resolve()
    expect(await queue.close(10_000)).toBe(0)
    expect(done).toEqual([1, 3])
    expect(errors).toEqual([failure])
    expect(queue.add(async () => {})).toBe(false)
  })

  test('ends without those that take too long, and counts them', async () => {
    const queue = createQueue({ limit: 5, parallel: 1, onError: () => {} })
    const never = gate()
    queue.add(() => never.promise)
    queue.add(() => never.promise)
    expect(await queue.close(20)).toBe(2)
    never.resolve()
  })
})
