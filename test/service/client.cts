import axios, { type AxiosInstance } from 'axios';
import FormData from 'form-data';
import type { Files } from '../networks/network.cjs';
import { createPng } from '../shared/samples.cjs';
import type { Values } from './schema.cjs';
import type { Service } from './server.cjs';
import { createStableId, type Channel, type StoredPost } from './state.cjs';

/** A client of the public API with the service's key, which throws for no status. */
export const connect = (service: Service, authorization = service.apiKey): AxiosInstance =>
	axios.create({
		baseURL: `${service.apiUrl}/public/v1`,
		headers: { authorization },
		validateStatus: () => true,
		maxRedirects: 0,
	});

/** A client without a key, such as for pages, which throws for no status. */
export const visit = ({ origin }: Service): AxiosInstance =>
	axios.create({ baseURL: origin, validateStatus: () => true, maxRedirects: 0 });

/** Requests the public data of a post. */
export const fetchPublicPost = async (service: Service, id: string) =>
	await visit(service).get<Values[]>(`${service.apiUrl}/public/posts/${id}`);

/** The id of the n-th channel of a provider. */
export const findChannelId = (service: Service, identifier: string, index = 0): string =>
	findChannel(service, identifier, index).id;

/** The n-th channel of a network. */
export const findChannel = ({ state }: Service, identifier: string, index = 0): Channel =>
	state.channels.filter((channel) => channel.identifier === identifier)[index];

export const IMAGE = { id: 'image-1', path: 'https://media.example/cup.png' };
export const VIDEO = { id: 'video-1', path: 'https://media.example/pour.mp4?size=small' };
export const DATE = '2030-03-04T10:00:00.000Z';
/** A date in the far future. */
export const FUTURE = '2099-03-04T10:00:00.000Z';

/** A segment of a post. */
export const createSegment = (content: string, image: object[] = []) => ({ content, image });

/** A PostItem; `settings` without `__type`, which is the identifier. */
export function createPostItem(
	service: Service,
	identifier: string,
	settings: Values = {},
	value: object[] = [createSegment('Fresh beans')],
) {
	return {
		integration: { id: findChannelId(service, identifier) },
		value,
		settings: { __type: identifier, ...settings } as Values,
	};
}

/** A request body for the given PostItems. */
export const createPostRequest = (posts: unknown[], more: Values = {}) => ({
	type: 'schedule',
	date: DATE,
	shortLink: false,
	tags: [],
	posts,
	...more,
});

/** Sends a post like another program, unrecorded; returns the stored post. Throws if it is rejected. */
export async function sendPost(
	service: Service,
	identifier: string,
	{
		value = [createSegment('Fresh beans')],
		settings = {},
		...more
	}: Values & { value?: object[]; settings?: Values } = {},
): Promise<StoredPost> {
	const body = createPostRequest([createPostItem(service, identifier, settings, value)], {
		date: FUTURE,
		...more,
	});
	const { data, status } = await connect(service).post('/posts', body);
	if (status !== 201) throw new Error(`The post was rejected: ${JSON.stringify(data)}`);
	service.requests.length = 0;
	return service.state.posts.find(({ id }) => id === data[0].postId)!;
}

/** Uploads a picture and returns its FileReference. */
export async function upload(service: Service, file: Buffer, filename = 'file.png') {
	const form = new FormData();
	form.append('file', file, { filename });
	const { data } = await connect(service).post<{ id: string; path: string }>('/upload', form, {
		headers: form.getHeaders(),
	});
	return { id: data.id, path: data.path };
}

/** The files of a post; a shot is uploaded, as the service measures it. */
export async function listFiles(service: Service, kind?: Files) {
	switch (kind) {
		case 'image':
			return [IMAGE];
		case 'images':
			return [IMAGE, { ...IMAGE, id: 'image-2' }];
		case 'shot':
			return [await upload(service, createPng(400, 300))];
		case 'video':
			return [VIDEO];
		case undefined:
			return [];
	}
}

/** Connects a channel with the reference's identifier of Farcaster; a new workspace has the other one. */
export function addWarpcast({ state }: Service): void {
	const known = state.channels.find(({ identifier }) => identifier === 'wrapcast')!;
	state.channels.push({ ...known, id: createStableId('warpcast'), identifier: 'warpcast' });
}
