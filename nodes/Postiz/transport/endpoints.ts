import type { Release } from './releases';

interface EndpointTraits {
	/** The release with which it came, if that is younger than the oldest (docs/api.md, Releases). */
	since?: Release;
	/** The operation that uses it, as people see it. */
	operation?: string;
	/** What a refused request did not do, behind `Nothing was`. */
	effect?: 'created' | 'changed' | 'deleted' | 'uploaded';
	/** It only counts up to Postiz 2.18, by itself (docs/api.md, Requests per hour). */
	hadOwnLimit?: true;
	/** Not part of the public API, so it needs no credential and is sent without one. */
	isOpen?: true;
}

export interface Endpoint extends EndpointTraits {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** Below the public API, unless it is open, with a name in braces for each ID. */
	template: string;
}

/** A request to an endpoint, with every ID encoded in the path. */
export interface ApiCall {
	endpoint: Endpoint;
	path: string;
}

type IdsOf<Template extends string> = Template extends `${string}{${string}}${infer Rest}`
	? [id: string, ...others: IdsOf<Rest>]
	: [];

function endpoint<const Template extends string>(
	method: Endpoint['method'],
	template: Template,
	traits: EndpointTraits = {},
) {
	const self: Endpoint = { method, template, ...traits };
	const call = (...ids: IdsOf<Template>): ApiCall => {
		const left: string[] = [...ids];
		const path = template.replace(/\{\w+\}/g, () => encodeURIComponent(left.shift()!));
		return { endpoint: self, path };
	};
	return Object.assign(call, self);
}

/** Every call of the service that this package makes; nothing else builds a path (docs/api.md, Calls). */
export const endpoints = {
	listChannels: endpoint('GET', '/integrations'),
	deleteChannel: endpoint('DELETE', '/integrations/{id}', {
		since: '2.20.0',
		operation: 'Channel > Delete',
		effect: 'deleted',
		hadOwnLimit: true,
	}),
	getChannelSettings: endpoint('GET', '/integration-settings/{id}', {
		since: '2.18.0',
		operation: 'Channel > Get Settings and Tools',
	}),
	runTool: endpoint('POST', '/integration-trigger/{id}', {
		since: '2.18.0',
		operation: 'Channel > Look Up',
	}),
	getConnectUrl: endpoint('GET', '/social/{integration}', {
		since: '2.20.0',
		operation: 'Channel > Get Connect URL',
	}),
	findSlot: endpoint('GET', '/find-slot/{id}'),
	listGroups: endpoint('GET', '/groups', { since: '2.21.9' }),

	listPosts: endpoint('GET', '/posts', { hadOwnLimit: true }),
	createPosts: endpoint('POST', '/posts', { effect: 'created' }),
	changePost: endpoint('POST', '/posts', { effect: 'changed' }),
	deletePost: endpoint('DELETE', '/posts/{id}', { effect: 'deleted', hadOwnLimit: true }),
	setStatus: endpoint('PUT', '/posts/{id}/status', {
		since: '2.21.7',
		effect: 'changed',
	}),
	listMissingContent: endpoint('GET', '/posts/{id}/missing', {
		since: '2.19.0',
		operation: 'Post > Find the Published Post',
	}),
	setReleaseId: endpoint('PUT', '/posts/{id}/release-id', {
		since: '2.19.0',
		operation: 'Post > Link the Published Post',
		effect: 'changed',
	}),
	getPreview: endpoint('GET', '/public/posts/{id}', { isOpen: true }),

	upload: endpoint('POST', '/upload', { effect: 'uploaded', hadOwnLimit: true }),
	uploadFromUrl: endpoint('POST', '/upload-from-url', { effect: 'uploaded', hadOwnLimit: true }),

	listNotifications: endpoint('GET', '/notifications', {
		since: '2.18.0',
		operation: 'Notification > Get Many',
	}),
	getChannelAnalytics: endpoint('GET', '/analytics/{integration}', {
		since: '2.18.0',
		operation: 'Analytics > Get Channel Analytics',
	}),
	getPostAnalytics: endpoint('GET', '/analytics/post/{postId}', {
		since: '2.18.0',
		operation: 'Analytics > Get Post Analytics',
	}),
	generateVideo: endpoint('POST', '/generate-video'),
	runVideoFunction: endpoint('POST', '/video/function'),
};

/** An endpoint as docs/api.md names it, such as `GET /posts/{id}/missing`. */
export const nameOfEndpoint = ({ method, template }: Endpoint) => `${method} ${template}`;
