import { useCallback, useEffect, useRef } from 'react'
import { useNavigate, type NavigateOptions } from 'react-router-dom'

/**
 * `useNavigate` of React Router that leads nowhere once the component has left the page. Whoever goes elsewhere
 * while something is being saved stays there when the answer arrives.
 */
export function useNavigateHere(): (to: string, options?: NavigateOptions) => Promise<void> {
  const navigate = useNavigate()
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return useCallback(
    async (to, options) => {
      if (isHere.current) await navigate(to, options)
    },
    [navigate],
  )
}
