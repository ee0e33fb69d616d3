import type { ThemeConfig } from 'antd'

/** The three values that antd expects per breakpoint: itself, the minimum (equal to it), and the maximum (one pixel below the next). */
function breakpoint(name: 'SM' | 'MD' | 'LG' | 'XL' | 'XXL', from: number, next: number): ThemeConfig['token'] {
  return { [`screen${name}`]: from, [`screen${name}Min`]: from, [`screen${name}Max`]: next - 1 }
}

/** How antd names the theme's variables, and the class of the elements that have them. */
export const cssVar = { prefix: 'ant', key: 'adsite' }

/**
 * spec/site "Colours and icons"; spec/site "Breakpoints"; spec/site "Sizes". Success and warning are too light
 * for text, and primary has too little contrast under white text; darker shades replace them where they are text
 * or its background.
 */
export const theme: ThemeConfig = {
  // The styles are made with the build (shell/src/antd), so that their selectors are known.
  hashed: false,
  cssVar,
  token: {
    colorPrimary: '#1F71FF',
    // Disabled text must still be readable: 4.5:1 on its grey background.
    colorTextDisabled: '#666C75',

    colorError: '#FF3D1F',
    colorWarning: '#FFD21F',
    colorInfo: '#4773BF',
    colorSuccess: '#C0FF1F',
    colorLink: '#155BD6',
    colorErrorText: '#C62A10',
    colorWarningText: '#6B5400',
    colorSuccessText: '#3F5C00',
    colorTextPlaceholder: '#636A75',
    colorTextDescription: '#5B6472',
    colorBgLayout: '#F5F5F5',
    fontFamily: 'inherit',
    zIndexPopupBase: 2400,
    ...breakpoint('SM', 600, 960),
    ...breakpoint('MD', 960, 1280),
    ...breakpoint('LG', 1280, 1920),
    ...breakpoint('XL', 1920, 2560),
    ...breakpoint('XXL', 2560, 3840),
    screenXXXL: 3840,
    screenXXXLMin: 3840,
  },
  components: {
    Button: { colorPrimary: '#1A66EB', colorPrimaryHover: '#155BD6', colorError: '#C62A10' },
    Form: { colorError: '#C62A10' },
    // The primary colour has too little contrast for text on white (4.5:1).
    Tabs: { itemSelectedColor: '#155BD6', itemHoverColor: '#155BD6', itemActiveColor: '#155BD6' },
    Tag: { colorSuccess: '#3F5C00', colorWarning: '#6B5400', colorError: '#A8230D', colorInfo: '#2F548F' },
  },
}

/** Without animation. */
export const stillTheme: ThemeConfig = { ...theme, token: { ...theme.token, motion: false } }
