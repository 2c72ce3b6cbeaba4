import {
	connectionLost,
	explainRefused,
	notUploaded,
} from '../../../nodes/Postiz/media/uploadErrors';
import type { LocalFile } from '../../../nodes/Postiz/media/localFile';
import { Problem } from '../../../nodes/Postiz/values/problem';

const FILE = { label: 'The file “cup.png” in data', size: 20_000_000 } as LocalFile;

const explain = (status: number, body: unknown = '') =>
	explainRefused({ status, headers: {}, body }, FILE);

describe('an answer that refuses a file', () => {
	test.each([400, 422])('with %i names the file and says what the service says', (status) => {
		expect(explain(status, { message: 'Unsupported file type.' })?.message).toBe(
			'The file “cup.png” in data was rejected by Postiz: Unsupported file type.',
		);
		expect(explain(status)?.message).toBe('The file “cup.png” in data was rejected by Postiz');
	});

	test('with 413 says how large the file is, and who may have the limit', () => {
		expect(explain(413)).toEqual({
			message: 'The file “cup.png” in data has 19.1 MB, more than this Postiz instance allows',
			description:
				'Make it smaller. On your own instance, the web server in front of Postiz may have an upload limit that you can raise.',
		});
	});

	test.each([200, 401, 404, 429, 500])('with %i means what it means to every call', (status) => {
		expect(explain(status, { message: 'no' })).toBeUndefined();
	});
});

test('a lost connection says what was lost, and that it may be the size', () => {
	const cause = { message: 'Postiz could not be reached', description: '' };
	expect(connectionLost(FILE, cause)).toMatchObject({
		message: 'The connection to Postiz was lost while a file was uploaded (19.1 MB)',
		description: expect.stringContaining(
			'The file “cup.png” in data may not have arrived. Postiz could not be reached. Try again.',
		),
	});
});

test('what another failure kept from being sent names that failure, and follows it', () => {
	const problem = notUploaded(new Problem('It is empty', 'Check it.', { httpCode: '400' }));
	expect(problem).toMatchObject({
		message: 'A file was not uploaded, because another one failed: It is empty',
		description: 'Check it.',
		isFollowUp: true,
	});
	// The answer was to another file.
	expect(problem.httpCode).toBeUndefined();
	const limited = new Problem('It is too early', 'Wait.', { httpCode: '429' });
	expect(notUploaded(limited).httpCode).toBe('429');
});
