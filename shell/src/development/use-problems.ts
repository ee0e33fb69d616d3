import { useEffect, useState } from 'react'
import * as v from 'valibot'

const problems = v.pipe(v.string(), v.parseJson(), v.object({ build: v.array(v.string()), types: v.array(v.string()) }))

/** Errors of the build and of types that a development server announces; none of a server that does not. */
export function useProblems(origin: string): readonly string[] {
  const [found, setFound] = useState<readonly string[]>([])
  useEffect(() => {
    const stream = new EventSource(`${origin}/problems`)
    stream.addEventListener('message', ({ data }) => {
      const parsed = v.safeParse(problems, data)
      if (parsed.success) setFound([...parsed.output.build, ...parsed.output.types])
    })
    // A server that ended knows of nothing. The browser connects again by itself.
    stream.addEventListener('error', () => setFound([]))
    return () => stream.close()
  }, [origin])
  return found
}
