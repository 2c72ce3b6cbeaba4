import { cases } from '../fixtures/recorded/failures.json';
import { createStoredFailure, readFailureReason, type Failure } from '../shared/failures.cjs';

interface Stored {
	cause: {
		failure: { message: string };
		type?: string;
		timeoutType?: string;
		details?: Array<{ identifier: string; json: string }>;
	};
}

/** A recorded failure made anew from what differs between them. */
function createAnew(error: string): string {
	if (!error.startsWith('{')) return createStoredFailure({ plain: error }, 'x');
	const { failure, type, timeoutType, details = [] } = (JSON.parse(error) as Stored).cause;
	const { message } = failure;
	if (timeoutType) return createStoredFailure({ timesOut: true }, 'x');
	const [detail] = details;
	const how = detail
		? { message, type, answer: detail.json, step: detail.identifier }
		: { exception: String(type), message };
	return createStoredFailure(how as Failure, detail?.identifier ?? 'x');
}

/** Without stacks and the copy of the details in bytes. */
const read = (error: string): unknown =>
	error.startsWith('{')
		? JSON.parse(error, (key, value: unknown) =>
				key === 'stackTrace' || key === 'payloads' ? undefined : value,
			)
		: error;

test.each(cases)('stores a failure as recorded: $title', ({ error }) => {
	expect(read(createAnew(error))).toEqual(read(error));
});

test('stores a text as the message of the network', () => {
	expect(createStoredFailure('Too long', 'x')).toBe(
		createStoredFailure({ message: 'Too long' }, 'x'),
	);
	expect(readFailureReason(createStoredFailure('Too long', 'x'))).toBe('Too long');
	expect(readFailureReason(createStoredFailure('', 'x'))).toBe('');
	expect(readFailureReason('Channel disabled')).toBe('Channel disabled');
});
