import {
	followScript,
	getLastResult,
	useExternalServices,
} from '../shared/n8n/externalServices.cjs';
import {
	connectInLine,
	useTestContext,
	placeNodes,
	createPostNode,
	START,
	START_NODE,
	type ChainNode,
} from '../shared/n8n/testContext.cjs';

/** How the model knows the tool. */
const TOOL = 'Schedule';

const context = useTestContext();
const external = useExternalServices();

// The nodes are as old as they can be, so that every n8n with tools has them.
test('an agent with Postiz Tool learns what is wrong, and schedules a shorter text', async () => {
	const { n8n, service, apiKey } = context;
	const told: string[] = [];
	const schedule = (text: string) => ({ tool: TOOL, input: { Text: text } });
	followScript(external, [
		() => schedule('Far too long'.repeat(30)),
		(request) => {
			told.push(getLastResult(request));
			return schedule('Short');
		},
		(request) => {
			told.push(getLastResult(request));
			return 'Done.';
		},
	]);
	const url = `${external.url}/v1`;
	const openAi = await n8n.createCredential('A model', 'openAiApi', { apiKey: 'scripted', url });
	const by = ({ type, id, name }: typeof openAi) => ({ [type]: { id, name } });
	const text = "={{ $fromAI('Text', 'What the post says', 'string') }}";
	const chain: ChainNode[] = [
		START,
		{
			name: 'Agent',
			type: '@n8n/n8n-nodes-langchain.agent',
			typeVersion: 1.7,
			parameters: { promptType: 'define', text: 'Schedule a post', options: {} },
		},
	];
	const model = {
		name: 'Model',
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		typeVersion: 1.2,
		parameters: { model: { __rl: true, mode: 'list', value: 'gpt-4o-mini' }, options: {} },
		credentials: by(openAi),
	};
	const tool = {
		name: TOOL,
		type: 'n8n-nodes-postiz-publisher.postizTool',
		parameters: {
			...createPostNode(context, 'bluesky', text, 'schedule'),
			date: '2099-03-04T10:00:00',
		},
		credentials: by(apiKey),
	};
	const toAgent = (type: string) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
	const { id } = await n8n.createWorkflow({
		name: 'An agent with a tool',
		nodes: placeNodes([...chain, model, tool]),
		connections: {
			...connectInLine(chain),
			Model: toAgent('ai_languageModel'),
			[TOOL]: toAgent('ai_tool'),
		},
	});
	const execution = await n8n.execute(id, START_NODE);

	expect(execution.error).toBeUndefined();
	expect(execution.items('Agent')[0]?.json.output).toBe('Done.');
	const [post] = service.state.posts;
	expect(service.state.posts.map(({ parts }) => parts[0].content)).toEqual(['Short']);
	expect(told).toEqual([
		expect.stringMatching(/Bluesky: 360 of \d+ characters.*Nothing was sent/s),
		expect.stringContaining(post.id),
	]);
});
