export interface Endpoint {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** The path after the public API, or after the base URL if the endpoint is open. IDs are names in braces. */
	template: string;
	/** The first release with this endpoint, if older ones lack it (docs/api.md, Releases). */
	since?: `${number}.${number}.${number}`;
	/** The label of the operation that uses it. */
	operation?: string;
	/** What a successful request does, for messages such as `Nothing was created by this request`. */
	effect?: 'created' | 'changed' | 'created or changed' | 'deleted' | 'uploaded';
	/** Whether it is outside the public API. Sent without the credential. */
	needsNoCredential?: true;
	/** Whether it must not be retried, as each request without a response keeps the service busy. */
	isCostly?: true;
}

/** A request to an endpoint, with encoded IDs in the path. */
export interface ApiCall {
	endpoint: Endpoint;
	path: string;
	/** Overrides the `effect` of the endpoint. */
	effect?: Endpoint['effect'];
}

type IdsOf<Template extends string> = Template extends `${string}{${string}}${infer Rest}`
	? [id: string, ...others: IdsOf<Rest>]
	: [];

function endpoint<const Template extends string>(
	method: Endpoint['method'],
	template: Template,
	traits: Omit<Endpoint, 'method' | 'template'> = {},
) {
	const definition: Endpoint = { method, template, ...traits };
	const call = (...ids: IdsOf<Template>): ApiCall => {
		const remainingIds: string[] = [...ids];
		const path = template.replace(/\{\w+\}/g, () => encodeURIComponent(remainingIds.shift()!));
		return { endpoint: definition, path };
	};
	return Object.assign(call, definition);
}

/** All calls of the service. No other code builds paths (docs/api.md, Calls). */
export const endpoints = {
	listChannels: endpoint('GET', '/integrations'),
	deleteChannel: endpoint('DELETE', '/integrations/{id}', {
		since: '2.20.0',
		operation: 'Channel > Delete',
		effect: 'deleted',
	}),
	getChannelSettings: endpoint('GET', '/integration-settings/{id}', {
		since: '2.18.0',
		operation: 'Channel > Get Settings and Tools',
	}),
	runChannelTool: endpoint('POST', '/integration-trigger/{id}', {
		since: '2.18.0',
		operation: 'Channel > Look Up',
	}),
	findSlot: endpoint('GET', '/find-slot/{id}', { isCostly: true }),

	listPosts: endpoint('GET', '/posts'),
	savePosts: endpoint('POST', '/posts', { effect: 'created or changed' }),
	deletePost: endpoint('DELETE', '/posts/{id}', { effect: 'deleted' }),
	setStatus: endpoint('PUT', '/posts/{id}/status', {
		since: '2.21.7',
		operation: 'Post > Update of the State alone',
		effect: 'changed',
	}),
	getPublicPost: endpoint('GET', '/public/posts/{id}', { needsNoCredential: true }),

	upload: endpoint('POST', '/upload', { effect: 'uploaded' }),
	uploadFromUrl: endpoint('POST', '/upload-from-url', { effect: 'uploaded' }),

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
