import { convertWorkflow } from './convert/convertWorkflow';
import { report } from './convert/report';
const http=(name:string,parameters:object,more:object={})=>({name,type:'n8n-nodes-base.httpRequest',typeVersion:4.2,parameters,...more});
const post=(jsonBody:string,more:object={})=>({method:'POST',url:'=https://api.postiz.com/api/public/v1/posts',authentication:'genericCredentialType',genericAuthType:'httpHeaderAuth',sendBody:true,specifyBody:'json',jsonBody,options:{},...more});
const hc={credentials:{httpHeaderAuth:{id:'1',name:'Key of Acme'}}};
const w={name:'W',nodes:[
 http('Channels',{url:'https://social.acme.example/api/public/v1/integrations',authentication:'genericCredentialType',genericAuthType:'httpHeaderAuth',options:{}},hc),
 http('Upload',{method:'POST',url:'=https://api.postiz.com/public/v1/upload',sendBody:true,contentType:'multipart-form-data',bodyParameters:{parameters:[{parameterType:'formBinaryData',name:'file',inputDataFieldName:'data'}]},options:{lowercaseHeaders:true}},hc),
 http('Post',post(`={
  "type": "schedule",
  "date": "{{ $now.plus(1, 'minute').toISO() }}",
  "shortLink": "true",
  "tags": [{"value":"","label":""}],
  "posts": [
    { "integration": { "id": "cm-a" },
      "value": [{ "content": "{{ $json.text }} {{ $json.link }}\\n\\"quoted\\" C:\\\\x", "image": {"id":"1","path":"{{ $('Upload').item.json.path }}.mp4","url":"u"} }],
      "settings": {"post_type":"post"}, "group": "{{ $now.toMillis() }}" },
    { "integration": { "id": "{{ $json.ch || '' }}" },
      "value": [{ "content": "{{ $json.text }} {{ $json.link }}\\n\\"quoted\\" C:\\\\x", "image": [{"id":"1","path":"{{ $('Upload').item.json.path }}.mp4"}] }],
      "settings": {"title": {{ JSON.stringify($json.title) }}, "type":"public", "tags":["a","{{ $json.t }}"], "selfDeclaredMadeForKids":"no"} }
  ]
}`),hc),
 http('Bare',post(`={"type":"now","date":"{{ $now.format('yyyy-MM-dd') }}T{{ $now.format('HH:ii:ss') }}","shortLink":false,"tags":{{ JSON.stringify($json.tags) }},"posts":[{"integration":{"id":"cm"},"value":[{"content":{{ $json.text.toJsonString() }},"image":{{ JSON.stringify($json.images) }}}],"settings":{"__type":"tiktok","privacy_level":"SELF_ONLY","duet":"false","stitch":{{ $json.stitch }},"comment":true,"autoAddMusic":"no","brand_content_toggle":false,"brand_organic_toggle":false,"content_posting_method":"DIRECT_POST"}}]}`,{sendHeaders:true,headerParameters:{parameters:[{name:'Authorization',value:'SECRET'}]}})),
 http('Whole',post('={{ $json.body }}'),hc),
 http('Delete',{method:'DELETE',url:'=https://api.postiz.com/public/v1/posts/{{ $json.id }}'},hc),
 http('Nope',{method:'GET',url:'https://api.postiz.com/public/v1/is-connected'},hc),
 http('Other',{method:'GET',url:'https://example.com/'},hc),
],connections:{}};
const c=convertWorkflow(w); console.log(JSON.stringify(c.workflows,null,1)); console.log(report(c));
