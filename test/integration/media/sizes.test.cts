import type { ServerResponse } from 'node:http';

import type { INodeParameters } from 'n8n-workflow';

import { startFileServer, type FileServer } from '../support/fileServer.cjs';
import { file, itemsWith, picture, uploadUrl } from '../support/media.cjs';
import { channelEntry, createPost, storedPosts, onChannels } from '../support/posts.cjs';
import { callsOf, LOOK_UP, useService } from '../support/useService.cjs';

// Postiz measures the pictures of these networks itself (docs/api.md, Media rules).
const service = useService({ hourlyLimit: 1000 });
let server: FileServer;
beforeAll(async () => {
	server = await startFileServer(({ url = '' }, response) => {
		const [, width, height] = /(\d+)x(\d+)/.exec(url)!;
		const bytes = sized(Number(width), Number(height));
		if (url.includes('endless')) sendForever(bytes, response);
		else response.end(bytes);
	});
});
afterAll(async () => await server.close());

/** What is told about an answer that does not end. */
let endless: { count: (bytes: number) => void; resolve: () => void };

/** Sends a picture without its length and then bytes until nobody takes them any more. */
function sendForever(start: Buffer, response: ServerResponse): void {
	const filler = Buffer.alloc(65_536);
	response.write(start);
	const more = () => {
		while (!response.destroyed && response.write(filler)) endless.count(filler.length);
	};
	response.on('drain', more).on('close', () => endless.resolve());
	more();
}

/** A PNG that says how large it is. */
function sized(width: number, height: number): Buffer {
	const bytes = picture(width, 5000);
	bytes.write('IHDR', 12, 'latin1');
	bytes.writeUInt32BE(width, 16);
	bytes.writeUInt32BE(height, 20);
	return bytes;
}

const DRIBBBLE = { title: 'Packaging' };
const PINTEREST = { board: { __rl: true, mode: 'id', value: '549755885175' } };

const create = async (network: string, entry: INodeParameters, ...media: INodeParameters[]) =>
	await createPost(
		service,
		{ media: { file: media }, ...onChannels(channelEntry(service, network, entry)) },
		{
			items: itemsWith({
				small: file(sized(400, 300)),
				large: file(sized(800, 600)),
				odd: file(sized(401, 300)),
			}),
		},
	);
const field = (binaryField: string) => ({ source: 'binary', binaryField });
const at = (path: string) => ({ source: 'url', url: `${server.origin}/${path}.png` });

const WRONG = 'Dribbble: the post has a picture of 401x300 pixels';

test.each(['small', 'large'])('a picture of the right size goes to Dribbble: %s', async (name) => {
	const { error } = await create('dribbble', DRIBBBLE, field(name));
	expect(error).toBeUndefined();
	expect(storedPosts(service)).toHaveLength(1);
});

test('a picture of the web is measured by its start, however much its server would send', async () => {
	let sent = 0;
	const closed = new Promise<void>((resolve) => (endless = { count: (n) => (sent += n), resolve }));
	const { error } = await create('dribbble', DRIBBBLE, at('endless-401x300'));
	expect(error?.message).toBe(WRONG);
	await closed;
	expect(sent).toBeLessThan(16 * 1024 ** 2);
	expect(callsOf(service)).toEqual([LOOK_UP]);
});

test('one of another size is refused before it is uploaded', async () => {
	const { error } = await create('dribbble', DRIBBBLE, field('odd'));
	expect(error?.message).toBe(WRONG);
	expect(callsOf(service)).toEqual([LOOK_UP]);
});

test('so is one at a web address, and one that was uploaded before', async () => {
	const { error } = await create('dribbble', DRIBBBLE, at('401x300'));
	expect(error?.message).toBe(WRONG);
	expect(callsOf(service)).toEqual([LOOK_UP]);

	const { output } = await uploadUrl(service, `${server.origin}/401x300.png`);
	service.requests.length = 0;
	const uploaded = JSON.stringify(output[0][0].json);
	const again = await create('dribbble', DRIBBBLE, { source: 'upload', file: uploaded });
	expect(again.error?.message).toBe(WRONG);
	expect(callsOf(service)).toEqual([LOOK_UP]);
});

test('what cannot be read beforehand is left to the service', async () => {
	const earlier = { id: 'earlier', path: 'https://media.example/earlier.png' };
	const { error } = await create('dribbble', DRIBBBLE, {
		source: 'upload',
		file: JSON.stringify(earlier),
	});
	expect(error?.message).toContain('A picture must have 400x300 or 800x600 pixels');
	expect(callsOf(service)).toEqual([LOOK_UP, 'POST /posts']);
});

test('several pictures on Pinterest must be alike', async () => {
	const { error } = await create('pinterest', PINTEREST, field('small, odd'));
	expect(error?.message).toContain('the post has pictures of 400x300 and 401x300 pixels');
	expect(callsOf(service)).toEqual([LOOK_UP]);
	const alike = await create('pinterest', PINTEREST, field('small'), at('400x300'));
	expect(alike.error).toBeUndefined();
});

test('a single one may have any size, and is not measured', async () => {
	const before = server.requests.length;
	const { error } = await create('pinterest', PINTEREST, at('77x3'));
	expect(error).toBeUndefined();
	// Once to upload it.
	expect(server.requests.length - before).toBe(1);
});
