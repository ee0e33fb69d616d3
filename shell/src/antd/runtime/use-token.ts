import { DesignTokenContext } from 'antd/es/theme/context'
import { useContext } from 'react'
import { cssVar } from '../../element/theme.ts'
import values from 'virtual:antd-tokens'
import './base.css'

const still = { ...values, motion: false }

/** In place of the hook of antd that computes tokens in the browser: the values of the build. */
export default function useToken() {
  const isStill = useContext(DesignTokenContext).token.motion === false
  const token = isStill ? still : values
  return [null, token, '', token, cssVar, true] as const
}

/** Taken by a module of antd for what it makes its styles with. */
export const unitless = {}
