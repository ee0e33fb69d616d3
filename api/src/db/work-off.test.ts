import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { workOff } from './work-off.ts'

test('an empty queue is asked once', async () => {
  let asked = 0
  await workOff(
    async () => {
      asked += 1
      return undefined
    },
    4,
    async () => {},
  )
  expect(asked).toBe(1)
})

test('every job is handled once, so many at a time', async () => {
  const queue = Array.from({ length: 50 }, (_, index) => index)
  const handled: number[] = []
  let [running, most] = [0, 0]
  await workOff(
    async () => queue.shift(),
    4,
    async (job) => {
      most = Math.max(most, (running += 1))
      await setTimeout(1)
      running -= 1
      handled.push(job)
    },
  )
  expect(most).toBe(4)
  expect(handled.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index))
})

test('a job that takes long does not hold up the others', async () => {
  const queue = ['slow', 'a', 'b', 'c']
  const handled: string[] = []
  await workOff(
    async () => queue.shift(),
    2,
    async (job) => {
      if (job === 'slow') await setTimeout(50)
      handled.push(job)
    },
  )
  expect(handled).toEqual(['a', 'b', 'c', 'slow'])
})
