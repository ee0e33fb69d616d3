import { cssVar } from '../../element/theme.ts'

/** In place of the functions of antd that make styles in the browser: the classes alone, for the style sheets of the build. */
export const genStyleUtils = () => ({
  genStyleHooks: () => () => ['', cssVar.key] as const,
  genComponentStyleHook: () => () => '',
  genSubStyleComponent: () => () => null,
})
