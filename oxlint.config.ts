import { defineConfig } from 'oxlint'
import { importRules } from './scripts/import-rules.ts'

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'import', 'oxc'],
  categories: { correctness: 'error' },
  options: { typeAware: true },
  ignorePatterns: ['**/dist/**', 'node_modules/**', 'data/**'],
  rules: {
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'no-console': 'error',
    'import/no-default-export': 'off',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
  },
  overrides: [
    ...importRules(),
    {
      files: [
        'scripts/**',
        'server/src/main/**',
        'server/test/clients/programs/**',
        'bench/**',
        'packages/cli/**',
      ],
      rules: { 'no-console': 'off' },
    },
  ],
})
