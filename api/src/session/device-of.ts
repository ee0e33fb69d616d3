import { getParser } from 'bowser'
import { shortLine } from '../text/short-line.ts'

const longest = 60

/** Browser and system in a few words ("Chrome 143 · Windows"); an unrecognised header is truncated instead; null if it is missing. */
export function deviceOf(userAgent: string | undefined): string | null {
  if (!userAgent) return null
  const parser = getParser(userAgent.slice(0, 500))
  const { name, version } = parser.getBrowser()
  const system = parser.getOSName()
  const words = [name && `${name} ${version?.split('.')[0] ?? ''}`.trim(), system].filter(Boolean).join(' · ')
  return shortLine(words || userAgent, longest)
}
