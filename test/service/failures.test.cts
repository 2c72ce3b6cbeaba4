import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../harness/paths.cjs';
import { storedFailure, toldReason, type Failure } from '../shared/failures.cjs';

interface Recorded {
	title: string;
	error: string;
}
interface Stored {
	cause: {
		failure: { message: string };
		type?: string;
		timeoutType?: string;
		details?: Array<{ identifier: string; json: string }>;
	};
}

const { cases } = JSON.parse(
	readFileSync(join(ROOT, 'test/fixtures/recorded/failures.json'), 'utf8'),
) as { cases: Recorded[] };

/** What a recorded failure is made of, and of which network it is. */
function ingredients(error: string): { failure: Failure; identifier: string } {
	if (!error.startsWith('{')) return { failure: { plain: error }, identifier: 'x' };
	const { failure, type, timeoutType, details = [] } = (JSON.parse(error) as Stored).cause;
	if (timeoutType) return { failure: { timesOut: true }, identifier: 'x' };
	if (details.length === 0)
		return { failure: { exception: String(type), message: failure.message }, identifier: 'x' };
	const [{ identifier, json }] = details;
	return {
		failure: { message: failure.message, type: type as 'bad_body', answer: json },
		identifier,
	};
}

test('there are as many as were recorded', () => expect(cases).toHaveLength(17));

test.each(cases)('stores a failure as was recorded: $title', ({ error }) => {
	const { failure, identifier } = ingredients(error);
	expect(storedFailure(failure, identifier)).toBe(error);
});

test('a text is a refusal of the network', () => {
	expect(storedFailure('Too long', 'x')).toBe(storedFailure({ message: 'Too long' }, 'x'));
	expect(storedFailure('', 'x')).toContain('bad_body');
});

test('what is told of it is its own sentence', () => {
	expect(toldReason(storedFailure('Too long', 'x'))).toBe('Too long');
	expect(toldReason(storedFailure('', 'x'))).toBe('');
	expect(toldReason('Channel disabled')).toBe('Channel disabled');
});
