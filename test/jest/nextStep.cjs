/** Ends a run with its counts in a line, and with what to do next. */
module.exports = class NextStep {
	onRunComplete(contexts, results) {
		const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numTotalTests } = results;
		// A file that fails to load has no failed test.
		const failed = numFailedTests + numRuntimeErrorTestSuites;
		const start = process.env.E2E_N8N_URL
			? '`npx --yes pnpm@10 start` opens an n8n with the same package for you.'
			: '`npx --yes pnpm@10 start` opens an n8n for you; `npx --yes pnpm@10 test:e2e` tests in one.';
		const next =
			failed > 0 || numTotalTests === 0 ? 'fix what is reported above, and run it again.' : start;
		// Jest's own summary comes after all reporters.
		process.once('exit', () =>
			process.stderr.write(
				`\n${numPassedTests} passed, ${failed} failed\nWhat to do next: ${next}\n`,
			),
		);
	}
};
