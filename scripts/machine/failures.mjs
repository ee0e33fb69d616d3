import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './tools.mjs'

const lastLines = (output, count) => stripVTControlCharacters(output).trimEnd().split('\n').slice(-count)

function describe(file, name, message) {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, 12)
  return [`${relative(root, file)} › ${name}`, ...lines.map((line) => `  ${line.slice(0, 300)}`)].join('\n')
}

export function vitestFailures({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed')
    // A file that cannot be loaded fails without a test that failed.
    if (failed.length === 0 && status === 'failed') return [describe(name, 'the whole file', message)]
    return failed.map(({ fullName, failureMessages }) => describe(name, fullName, failureMessages.join('\n')))
  })
}

export function playwrightFailures({ suites }) {
  return suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests }) => {
        const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
        return describe(join(root, 'e2e', file), title, errors.map(({ message }) => message ?? '').join('\n'))
      }),
    ...playwrightFailures({ suites: inner }),
  ])
}

export function unexplainedFailure(suite, code, output) {
  return [
    `${suite} ended with status ${code} although no test failed. The last it printed:`,
    ...lastLines(output, 60).map((line) => `  ${line}`),
  ].join('\n')
}
