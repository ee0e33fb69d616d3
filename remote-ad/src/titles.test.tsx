// @vitest-environment jsdom
import { testTitles } from '@adsite/screen-kit/testing'
import { area } from './area.ts'

testTitles(area)
