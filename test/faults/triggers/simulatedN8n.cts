/**
 * n8n with an active trigger that calls the service in the same process, with faults and changes during its requests.
 */
import type { IHttpRequestOptions } from 'n8n-workflow';

import { PostizTrigger } from '../../../nodes/PostizTrigger/PostizTrigger.node.ts';
import { ActiveTrigger } from '../../integration/support/triggerHarness.cjs';
import type { Service } from '../../service/server.cjs';

/** Replaces a response of the service, or fails with the code `error`. */
export type Intercept = (
	path: string,
) => { status?: number; body?: unknown; error?: string } | undefined;

export class SimulatedN8n extends ActiveTrigger {
	intercept: Intercept = () => undefined;
	/** Called once, while the service answers a list of posts. */
	duringList?: () => Promise<void>;
	/** The posts in the last list. */
	listedIds = new Set<string>();

	constructor(
		private readonly service: Service,
		events: string[],
		/** Older versions output what a replaced context finds. */
		readonly isOld: boolean,
	) {
		super({
			node: new PostizTrigger(),
			service,
			isOld,
			parameters: { events, filters: {} },
			credentials: { apiKey: service.apiKey },
		});
	}

	set apiKey(apiKey: string) {
		this.options.credentials!.apiKey = apiKey;
	}

	protected override pollContext(...how: Parameters<ActiveTrigger['pollContext']>) {
		const context = super.pollContext(...how);
		context.helpers.httpRequest = async (options) => await this.request(options);
		context.helpers.httpRequestWithAuthentication = async (_type, options) =>
			await this.request(options, String(this.options.credentials!.apiKey));
		return context;
	}

	private async request({ url, qs = {}, method }: IHttpRequestOptions, key?: string) {
		const { pathname } = new URL(url);
		const { error, status, body } = this.intercept(pathname) ?? {};
		if (error) throw Object.assign(new Error(error), { code: error });
		const response = await this.service.inject({
			method: method as 'GET',
			url: pathname,
			query: qs as Record<string, string>,
			headers: key === undefined ? {} : { authorization: key },
		});
		const statusCode = status ?? response.statusCode;
		const parsedBody = body ?? (status ? {} : (JSON.parse(response.body) as unknown));
		if (pathname.endsWith('/v1/posts') && statusCode === 200) {
			const { duringList } = this;
			this.duringList = undefined;
			await duringList?.();
			this.listedIds = new Set(
				(parsedBody as { posts: Array<{ id: string }> }).posts.map(({ id }) => id),
			);
		}
		return { statusCode, headers: response.headers, body: parsedBody };
	}
}
