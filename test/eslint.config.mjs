import tseslint from 'typescript-eslint';

// The package's own configuration is for code that runs inside n8n; tests and tools are ordinary Node.
export default tseslint.config(
	{ ignores: ['test/n8n/**', '.sandbox/**', 'dist/**'] },
	{
		extends: [tseslint.configs.recommended],
		rules: { '@typescript-eslint/no-require-imports': 'off' },
	},
	{
		files: ['**/*.cts'],
		extends: [tseslint.configs.recommendedTypeCheckedOnly],
		languageOptions: {
			parserOptions: { project: 'tsconfig.json', tsconfigRootDir: import.meta.dirname },
		},
		rules: {
			'@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
			'@typescript-eslint/switch-exhaustiveness-check': [
				'error',
				{ considerDefaultExhaustiveForUnions: true },
			],
			// Answers of the service and of n8n are looked at as they come: as JSON of any shape.
			'@typescript-eslint/no-base-to-string': 'off',
			'@typescript-eslint/no-unsafe-argument': 'off',
			'@typescript-eslint/no-unsafe-assignment': 'off',
			'@typescript-eslint/no-unsafe-call': 'off',
			'@typescript-eslint/no-unsafe-member-access': 'off',
			'@typescript-eslint/no-unsafe-return': 'off',
			'@typescript-eslint/restrict-template-expressions': 'off',
			// What stands in for something asynchronous is asynchronous, too.
			'@typescript-eslint/require-await': 'off',
			// Tests run the code that the example workflows carry.
			'@typescript-eslint/no-implied-eval': 'off',
		},
	},
);
