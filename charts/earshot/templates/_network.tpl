{{/* One rule, of ingress or egress. Takes [from or to, peers, ports]; no peers is anybody. */}}
{{- define "earshot.rule" -}}
- ports:
    {{- range index . 2 }}
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
  {{- with index . 1 }}
  {{ index $ 0 }}:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}

{{/* The pods of services, as peers; never for none of them, as no peers is anybody. Takes [root, services]. */}}
{{- define "earshot.peers" -}}
{{- range index . 1 | required "earshot.peers: no services" }}
- podSelector:
    matchLabels:
      {{- include "earshot.selector" (list (index $ 0) .) | nindent 6 }}
{{- end }}
{{- end }}

{{/* Where each third party is: the sandbox for its samples, and where it stands in for mail or sign-in; else the values' addresses. Takes [root, third party]; gives a rule. */}}
{{- define "earshot.thirdParty" -}}
{{- $root := index . 0 }}
{{- $party := index . 1 }}
{{- $sandbox := include "earshot.peers" (list $root (list "sandbox")) | fromYamlArray }}
{{- $internet := $root.Values.networkPolicy.internet }}
{{- $isOidc := dig "auth" "env" "OIDC_ISSUER" "" $root.Values.services }}
{{- if eq $party "mail" }}
{{- if $root.Values.mail.sandbox }}
{{ include "earshot.rule" (list "to" $sandbox (list 2525)) }}
{{- else }}
{{ include "earshot.rule" (list "to" $internet.to $internet.mailPorts) }}
{{- end }}
{{- else if eq $party "source" }}
{{- if include "earshot.hasSamples" $root }}
{{ include "earshot.rule" (list "to" $sandbox (list "http")) }}
{{- end }}
{{- if include "earshot.connectedSources" $root }}
{{ include "earshot.rule" (list "to" $internet.to $internet.ports) }}
{{- end }}
{{- else if and (include "earshot.hasSamples" $root) (eq $party "identity") (not $isOidc) }}
{{ include "earshot.rule" (list "to" $sandbox (list "http")) }}
{{- else }}
{{ include "earshot.rule" (list "to" $internet.to $internet.ports) }}
{{- end }}
{{- end }}

{{/* Names, and some of kafka, mongodb and redis. Takes [root, servers]. */}}
{{- define "earshot.toServers" -}}
{{- $policy := (index . 0).Values.networkPolicy -}}
- ports:
    - { port: 53, protocol: UDP }
    - { port: 53, protocol: TCP }
  to:
    {{- toYaml $policy.dns.to | nindent 4 }}
{{- range index . 1 }}
{{- $server := index $policy . }}
{{ include "earshot.rule" (list "to" $server.to (list $server.port)) }}
{{- end }}
{{- end }}

{{/* All that one service may open. Takes [root, service]. */}}
{{- define "earshot.egress" -}}
{{- $root := index . 0 }}
{{- $policy := $root.Values.networkPolicy }}
{{- $edges := index ($root.Files.Get "files/edges.yaml" | fromYaml) (index . 1) }}
{{- include "earshot.toServers" (list $root $edges.servers) }}
{{- $installed := include "earshot.services" $root | fromYaml }}
{{- $others := list }}
{{- range $edges.services }}{{ if hasKey $installed . }}{{ $others = append $others . }}{{ end }}{{ end }}
{{- with $others }}
{{ include "earshot.rule" (list "to" (include "earshot.peers" (list $root .) | fromYamlArray) (list "http")) }}
{{- end }}
{{- $rules := list }}
{{- range $edges.thirdParties }}{{ $rules = append $rules (include "earshot.thirdParty" (list $root .)) }}{{ end }}
{{- range uniq $rules }}{{ . }}{{ end }}
{{- with $root.Values.settings.OTEL_EXPORTER_OTLP_ENDPOINT }}
{{ include "earshot.rule" (list "to" $policy.tracing.to (list (include "earshot.portOf" .))) }}
{{- end }}
{{- end }}

{{/* The port of an address. */}}
{{- define "earshot.portOf" -}}
{{- $host := (urlParse .).host }}
{{- if contains ":" $host }}{{ splitList ":" $host | last }}{{ else }}{{ ternary 443 80 (hasPrefix "https:" .) }}{{ end }}
{{- end }}

{{/* Who may open one service. Takes [root, service]; gives rules. */}}
{{- define "earshot.callers" -}}
{{- $root := index . 0 }}
{{- $name := index . 1 }}
{{- $callers := list }}
{{- $mailers := list }}
{{- range $other, $edges := $root.Files.Get "files/edges.yaml" | fromYaml }}
{{- if has $name $edges.services }}{{ $callers = append $callers $other }}{{ end }}
{{- if eq $name "sandbox" }}
{{- if or (has "source" $edges.thirdParties) (has "identity" $edges.thirdParties) }}{{ $callers = append $callers $other }}{{ end }}
{{- if has "mail" $edges.thirdParties }}{{ $mailers = append $mailers $other }}{{ end }}
{{- end }}
{{- end }}
{{- with uniq $callers }}
{{ include "earshot.rule" (list "from" (include "earshot.peers" (list $root .) | fromYamlArray) (list "http")) }}
{{- end }}
{{- if and $mailers $root.Values.mail.sandbox }}
{{ include "earshot.rule" (list "from" (include "earshot.peers" (list $root $mailers) | fromYamlArray) (list "smtp")) }}
{{- end }}
{{- if eq $name "gateway" }}
{{ include "earshot.rule" (list "from" $root.Values.networkPolicy.clients (list "http")) }}
{{- end }}
{{- with $root.Values.networkPolicy.scrapers }}
{{ include "earshot.rule" (list "from" . (list "metrics")) }}
{{- end }}
{{- end }}
