import type { Registry } from '../registry/registry.ts'
import type { UnitBuild } from './ways-back.ts'

/** Advice with a command that moves these units; says so where the caller may not move all of them. */
export async function whoMay(registry: Registry, advice: string, builds: readonly UnitBuild[]): Promise<string> {
  const units = [...new Set(builds.map(({ unit }) => unit))]
  const may = await Promise.all(units.map((unit) => registry.mayMove(unit)))
  const others = units.filter((_, index) => !may[index])
  return others.length === 0 ? advice : `${advice}, by somebody who may also move ${others.join(' and ')}`
}
