import { setTimeout as pause } from 'node:timers/promises';

import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Service } from '../../service/server.cjs';
import { errorSaying, jsonItems, type NodeRun, type NodeRunOptions } from '../support/harness.cjs';
import { file, itemsWith, picture } from '../support/media.cjs';
import { createPost, FUTURE, postRequests, storedPosts } from '../support/posts.cjs';
import { useOwnServices, useService } from '../support/useService.cjs';

jest.setTimeout(30_000);

const service = useService({ hourlyLimit: 10_000 });
const start = useOwnServices();

/** Posts so many rows, each in a request of its own. */
async function postRows(
	service: Service,
	count: number,
	options: INodeParameters = {},
	more: Partial<NodeRunOptions> = {},
): Promise<NodeRun> {
	const items = Array.from({ length: count }, (_, index) => ({ text: `Row ${index + 1}` }));
	return await createPost(
		service,
		{ type: 'schedule', date: FUTURE, content: '={{ $json.text }}', options },
		{ items: jsonItems(items), ...more },
	);
}

/** Refuses chosen requests as the service does when there are too many. */
function limit(service: Service, retryAfter: string, more: { skip?: number; times?: number } = {}) {
	service.faults.push({
		match: { method: 'POST', path: /\/posts$/ },
		kind: 'status',
		status: 429,
		headers: { 'retry-after': retryAfter },
		body: { statusCode: 429, message: 'ThrottlerException: Too Many Requests' },
		...more,
	});
}

const texts = (service: Service) => storedPosts(service).map(({ parts }) => parts[0].published);
const rowsOf = (items: INodeExecutionData[]) =>
	items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
const statuses = (service: Service) => postRequests(service).map(({ status }) => status);

describe('fail, which is the default', () => {
	test('says how long to wait, what was created and how many rows were not sent', async () => {
		limit(service, '1200', { skip: 2 });
		const { error, output } = await postRows(service, 5);
		expect(output.flat()).toEqual([]);
		expect(error).toMatchObject({
			message: 'The hourly request limit of Postiz is reached [item 2]',
			httpCode: '429',
		});
		expect(error?.description).toBe(
			`This item was not sent. Run it again in 20 minutes. Combine items, or set the option If the Limit Is Reached to Wait. 2 posts were created before (items 0–1). 3 items were not sent (2–4). Before you run it again, set If the Same Post Exists to Skip If Sent by an Earlier Run.`,
		);
		expect(statuses(service)).toEqual([201, 201, 429]);
	});

	test('the error items say the same where errors pass', async () => {
		limit(service, '45', { skip: 2 });
		const { output } = await postRows(service, 4, {}, { onError: 'continueErrorOutput' });
		expect(rowsOf(output[0])).toEqual([0, 1]);
		expect(output[1].map(({ json }) => [json.text, json.error])).toEqual(
			[3, 4].map((number) => [
				`Row ${number}`,
				errorSaying(`The hourly request limit of Postiz is reached [item ${number - 1}]`),
			]),
		);
		expect(output[1][1].json.error).toContain('Run it again in 45 seconds.');
		expect(statuses(service)).toEqual([201, 201, 429]);
	});

	test('the last request of the hour says that there is none left, so none is refused', async () => {
		const small = await start({ hourlyLimit: 3 });
		const { error } = await postRows(small, 5);
		expect(error?.message).toBe('The hourly request limit of Postiz is reached [item 3]');
		expect(error?.description).toContain('Run it again in 1 hour.');
		expect(error?.description).toContain('2 items were not sent (3–4).');
		expect(statuses(small)).toEqual([201, 201, 201]);
	});

	test('a run that needs exactly what is left goes through', async () => {
		const small = await start({ hourlyLimit: 3 });
		const { error, output } = await postRows(small, 3);
		expect(error).toBeUndefined();
		expect(output[0]).toHaveLength(3);
	});

	test('a later run learns it from the service itself', async () => {
		const small = await start({ hourlyLimit: 1 });
		await postRows(small, 1);
		const { error } = await postRows(small, 1);
		expect(error?.message).toBe('The hourly request limit of Postiz is reached');
		expect(error?.description).toContain('Run it again in 1 hour.');
		expect(error?.description).toContain('1 item was not sent.');
		expect(statuses(small)).toEqual([201, 429]);
	});
});

describe('what is asked beside the posts', () => {
	const LOOK_UP = /\/integrations$/;
	const refuse = (service: Service, path: RegExp, retryAfter = '1') =>
		service.faults.push({
			match: { path },
			kind: 'status',
			status: 429,
			headers: { 'retry-after': retryAfter },
			body: { statusCode: 429, message: 'ThrottlerException: Too Many Requests' },
		});

	test('waits for the limit as well, once for all that meet it', async () => {
		refuse(service, LOOK_UP);
		refuse(service, /\/find-slot\//);
		const { error, output } = await createPost(service, {
			type: 'nextSlot',
			options: { limitReached: 'wait', maxWait: 1 },
		});
		expect(error).toBeUndefined();
		expect(output[0]).toHaveLength(1);
		expect(service.requests.filter(({ status }) => status === 429)).toHaveLength(2);
	});

	test('uploads wait too, and each file still goes out once', async () => {
		for (let count = 0; count < 3; count++) refuse(service, /\/upload$/);
		const { error, output } = await createPost(
			service,
			{
				media: { file: [{ binaryField: 'a, b, c' }] },
				options: { limitReached: 'wait', maxWait: 1 },
			},
			{ items: itemsWith({ a: file(picture(1)), b: file(picture(2)), c: file(picture(3)) }) },
		);
		expect(error).toBeUndefined();
		expect(output[0]).toHaveLength(1);
		expect(storedPosts(service)[0].parts[0].image).toHaveLength(3);
		const uploads = service.requests.filter(({ path }) => path.endsWith('/upload'));
		expect(uploads.filter(({ status }) => status === 200 || status === 201)).toHaveLength(3);
	});

	test('does not wait longer than it may in all', async () => {
		refuse(service, LOOK_UP, '61');
		const { error } = await createPost(service, {
			options: { limitReached: 'wait', maxWait: 1 },
		});
		expect(error).toMatchObject({ httpCode: '429' });
		expect(service.requests).toHaveLength(1);
	});

	test('is handed on where unsent items are', async () => {
		refuse(service, LOOK_UP);
		const { error, output } = await createPost(
			service,
			{ options: { limitReached: 'output' } },
			{ items: jsonItems([{ text: 'a' }]) },
		);
		expect(error).toBeUndefined();
		expect(output[0].map(({ json }) => json)).toEqual([
			expect.objectContaining({ text: 'a', error: expect.stringContaining('limit') }),
		]);
	});
});

describe('hand on unsent items', () => {
	const handOn = { limitReached: 'output' };

	test('on the error output', async () => {
		const small = await start({ hourlyLimit: 2 });
		const { output, error } = await postRows(small, 4, handOn, {
			onError: 'continueErrorOutput',
		});
		expect(error).toBeUndefined();
		expect(rowsOf(output[0])).toEqual([0, 1]);
		expect(rowsOf(output[1])).toEqual([2, 3]);
		expect(output[1].map(({ json }) => json.text)).toEqual(['Row 3', 'Row 4']);
	});

	test('in the output, with what they held, where there is no error output', async () => {
		const small = await start({ hourlyLimit: 2 });
		const { output, error } = await postRows(small, 4, handOn);
		expect(error).toBeUndefined();
		expect(rowsOf(output[0])).toEqual([0, 1, 2, 3]);
		expect(output[0].slice(2).map(({ json }) => json)).toEqual(
			[3, 4].map((number) => ({
				text: `Row ${number}`,
				error: expect.stringMatching(
					`^The hourly request limit of Postiz is reached \\[item ${number - 1}\\]\\. .*Run it again in 1 hour\\.`,
				),
			})),
		);
	});

	test('other failures end the node all the same', async () => {
		service.faults.push({ match: { method: 'POST' }, kind: 'status', status: 403, skip: 1 });
		const { error } = await postRows(service, 3, handOn);
		expect(error?.message).toMatch(/ \[item 1\]/);
	});
});

describe('wait', () => {
	const wait = { limitReached: 'wait', maxWait: 1 };

	test('as long as the service says, then go on: nothing twice', async () => {
		limit(service, '1', { skip: 1, times: 2 });
		const { output, error } = await postRows(service, 3, wait);
		expect(error).toBeUndefined();
		expect(statuses(service)).toEqual([201, 429, 429, 201, 201]);
		expect(texts(service)).toEqual(['Row 1', 'Row 2', 'Row 3']);
		expect(rowsOf(output[0])).toEqual([0, 1, 2]);
		const [, first, second, third] = postRequests(service).map(({ at }) => at);
		expect(second - first).toBeGreaterThanOrEqual(1000);
		expect(third - second).toBeGreaterThanOrEqual(1000);
	});

	test('until the date that the service names', async () => {
		limit(service, new Date(Date.now() + 2000).toUTCString());
		expect((await postRows(service, 1, wait)).error).toBeUndefined();
		expect(statuses(service)).toEqual([429, 201]);
	});

	test('not at all where it would take longer than allowed', async () => {
		limit(service, '61');
		const begun = Date.now();
		const { error } = await postRows(service, 2, wait);
		expect(Date.now() - begun).toBeLessThan(5000);
		expect(error?.description).toContain('Run it again in 2 minutes.');
		expect(error?.description).toContain('2 items were not sent (0–1).');
	});

	/** Resolves once the service got so many requests. */
	async function arrived(service: Service, count: number): Promise<void> {
		while (postRequests(service).length < count) {
			await pause(20);
		}
	}

	test('waiting ends when the execution is stopped', async () => {
		limit(service, '50', { skip: 1, times: 9 });
		const begun = Date.now();
		const { error } = await postRows(service, 4, wait, {
			cancelWhen: arrived(service, 2).then(() => pause(100)),
		});
		const took = Date.now() - begun;
		expect(took).toBeGreaterThanOrEqual(100);
		expect(took).toBeLessThan(40_000);
		expect(error?.message).toBe('The execution was cancelled before this item was sent [item 1]');
		expect(error?.description).toContain('1 post was created before (item 0).');
		await pause(100);
		expect(postRequests(service)).toHaveLength(2);
		expect(storedPosts(service)).toHaveLength(1);
	});
});

describe('the limit of uploads, which instances up to 2.18 have', () => {
	const sendPictures = async (limitReached: string, more: Partial<NodeRunOptions> = {}) => {
		const items = [1, 2, 3, 4].map((number) => ({
			json: { text: `Row ${number}` },
			// The last row has the file of the first.
			binary: { data: file(picture(number % 3)) },
		}));
		return await createPost(
			service,
			{
				type: 'schedule',
				date: FUTURE,
				content: '={{ $json.text }}',
				media: { file: [{ binaryField: 'data' }] },
				options: { limitReached },
			},
			{ items, ...more },
		);
	};
	const refuseUploads = () =>
		service.faults.push({
			match: { method: 'POST', path: /\/upload$/ },
			kind: 'status',
			status: 429,
			headers: { 'retry-after': '1200' },
			skip: 1,
			times: 9,
		});

	test('fail: nothing is sent, and the error names the limit', async () => {
		refuseUploads();
		const { error } = await sendPictures('fail');
		expect(error).toMatchObject({
			message: expect.stringContaining('The hourly upload limit of Postiz is reached'),
			description: expect.stringContaining('Nothing was uploaded. Try again in 20 minutes.'),
		});
		expect(postRequests(service)).toEqual([]);
	});

	test('output: rows whose files are there go out, the others are errors', async () => {
		refuseUploads();
		const { error, output } = await sendPictures('output');
		expect(error).toBeUndefined();
		expect(texts(service)).toEqual(['Row 1', 'Row 4']);
		expect(output[0].map(({ json }) => json.error ?? json.state)).toEqual([
			'scheduled',
			expect.stringContaining('The hourly upload limit of Postiz is reached'),
			expect.stringContaining('The hourly upload limit of Postiz is reached'),
			'scheduled',
		]);
	});
});
