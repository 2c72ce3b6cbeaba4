import tseslint from 'typescript-eslint';

// The package's own configuration is for code that runs inside n8n; tests and tools are ordinary Node.
export default tseslint.config(
	{ ignores: ['test/n8n/**', '.sandbox/**', 'dist/**'] },
	{
		files: ['**/*.cts'],
		extends: [tseslint.configs.recommended],
		rules: {
			'@typescript-eslint/no-require-imports': 'off',
			'@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
		},
	},
);
