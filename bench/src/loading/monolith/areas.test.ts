import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')

test('the monolith stands in for all that the shell takes from the modules it replaces', () => {
  const index = read('../../../../shell/src/federation/index.ts')
  const taken = [...index.matchAll(/export \{([^}]+)\} from '\.\/(?:load-area|pointers|beacons)\.ts'/gu)]
    .flatMap(([, names]) => names!.split(',').map((name) => name.trim()))
    .filter((name) => name !== '' && !name.startsWith('type '))
  const given = [...read('areas.ts').matchAll(/^export (?:const|(?:async )?function) (\w+)/gmu)].map(([, name]) => name)
  expect(taken).toContain('enterArea')
  expect(given.toSorted()).toEqual(taken.toSorted())
})
