"""The networks of sandtable-nets in PyTorch, to compare speeds on one machine.

    python3 -m venv torch-env && torch-env/bin/pip install torch
    torch-env/bin/python bench/nets.py

PyTorch is not a dependency of anything. Both sides run on one thread unless `--threads` says otherwise; ours is
`cargo run --release -p sandtable-arena --example nets`, which this script starts (`--ours FILE` takes its output instead).
Sizes are those of the thesis's game: 42 places, 166 ways, the widths that are the defaults here.
"""

import argparse
import json
import subprocess
import time

import torch
from torch import nn
from torch.nn import functional as F

SECONDS = 2.0
PLACES, WAYS, CARDS = 42, 166, 8


class Block(nn.Module):
    """Dense, ReLU, batch normalisation, dropout."""

    def __init__(self, given, width):
        super().__init__()
        self.dense = nn.Linear(given, width)
        self.normal = nn.BatchNorm1d(width, eps=1e-3, momentum=0.01)
        self.drop = nn.Dropout(0.5)

    def forward(self, x):
        return self.drop(self.normal(F.relu(self.dense(x))))


class Flat(nn.Module):
    """KTH's network: all scores, masked before softmax, as the thesis has it."""

    def __init__(self, hidden=(128, 128, 64), inner=32):
        super().__init__()
        widths = [3 * PLACES, *hidden]
        self.hidden = nn.Sequential(*(Block(a, b) for a, b in zip(widths, hidden)))
        width = hidden[-1]
        self.place = nn.Linear(width + CARDS + 1, 3 * PLACES)
        self.attack = nn.Linear(width + CARDS + 1, WAYS)
        self.fortify = nn.Linear(width + CARDS, 2 * PLACES * (PLACES - 1))
        self.deciders = nn.ModuleList(
            nn.Sequential(Block(width + seen, inner), nn.Linear(inner, 2)) for seen in (CARDS + 1, CARDS)
        )
        self.value = nn.Sequential(Block(width + CARDS + 2, inner), nn.Linear(inner, 1), nn.Tanh())

    def forward(self, board, late):
        x = self.hidden(board)
        hand, cards, taken = late[:, :1], late[:, 1:9], late[:, 9:]
        attacking, fortifying = torch.cat([x, cards, taken], 1), torch.cat([x, cards], 1)
        return (
            self.place(torch.cat([x, hand, cards], 1)),
            self.attack(attacking),
            self.fortify(fortifying),
            self.deciders[0](attacking),
            self.deciders[1](fortifying),
            self.value(torch.cat([x, late], 1)),
        )

    def heads(self):
        return [self.place, self.attack, self.fortify, self.deciders, self.value]


class Graph(nn.Module):
    """The network over the graph of the map."""

    def __init__(self, places=24, whole=16, seats=12, steps=8, heads=9, relations=2, width=32, layers=3, inner=32):
        super().__init__()
        self.places = nn.Linear(places, width, bias=False)
        self.whole = nn.Linear(whole, width)
        self.layers = nn.ModuleList(nn.Linear((1 + relations) * width, width) for _ in range(layers))
        self.seat = nn.Linear(2 * width + seats, inner)
        self.seat_out = nn.Linear(inner, 1, bias=False)
        self.trust = nn.Parameter(torch.ones(()))
        self.ends = nn.ModuleList(nn.Linear(width, inner, bias=False) for _ in range(3))
        self.step = nn.Linear(steps, inner, bias=False)
        self.heads, self.heads_out = nn.Embedding(heads, inner), nn.Embedding(heads, inner)
        self.alone = nn.Embedding(heads, 1)

    def forward(self, d):
        x = F.relu(self.places(d["places"]) + self.whole(d["whole"])[:, None])
        for layer in self.layers:
            heard = [x] + [0.35 * torch.bmm(near, x) for near in d["near"]]
            x = x + F.relu(layer(torch.cat(heard, 2)))
        everything = x.mean(1)
        own = torch.bmm(d["held"], x)
        seats = torch.cat([own, everything[:, None].expand(-1, own.shape[1], -1), d["seats"]], 2)
        chances = self.seat_out(F.relu(self.seat(seats)))[..., 0] + self.trust * d["strength"]
        of = d["of"]
        ends = [self.ends[0](x)[of, d["from"]], self.ends[1](x)[of, d["to"]], self.ends[2](everything)[of]]
        hidden = F.relu(sum(ends) + self.step(d["steps"]) + self.heads(d["head"]))
        scores = (hidden * self.heads_out(d["head"])).sum(1) + self.alone(d["head"])[:, 0]
        return chances, scores


def rate(at_once, what):
    # The processor's clock, so that other work on the machine does not count; with several threads the one on the wall.
    clock = time.process_time if torch.get_num_threads() == 1 else time.perf_counter
    what()
    began, done = clock(), 0
    while clock() - began < SECONDS:
        what()
        done += 1
    return round(done * at_once / (clock() - began))


def flat_data(batch):
    masks = [torch.rand(batch, n) < p for n, p in ((126, 0.25), (166, 0.12), (3444, 0.015), (2, 2.0), (2, 2.0))]
    targets = []
    for i, mask in enumerate(masks):
        mask[:, 0] = True
        # A third of the lessons for each phase; the decisions to act go with their phases.
        phase = {0: 0, 1: 1, 2: 2, 3: 1, 4: 2}[i]
        share = mask / mask.sum(1, keepdim=True)
        share[torch.arange(batch) % 3 != phase] = 0.0
        targets.append(share)
    return torch.rand(batch, 3 * PLACES), torch.rand(batch, 10), masks, targets, torch.ones(batch, 1)


def flat_loss(net, data):
    board, late, masks, targets, value = data
    *scores, told = net(board, late)
    loss = F.mse_loss(told, value)
    for score, mask, target in zip(scores, masks, targets):
        nats = F.log_softmax(score.masked_fill(~mask, -1e9), 1)
        loss = loss - (target * nats).sum() / len(board)
    for head in net.heads():
        for name, w in head.named_parameters():
            if w.dim() == 2:
                loss = loss + 0.01 * w.square().sum()
    return loss


def graph_data(batch, steps):
    count = batch * steps
    near = torch.rand(2, batch, PLACES, PLACES) < WAYS / PLACES**2 / 2
    return {
        "places": torch.rand(batch, PLACES, 24),
        "whole": torch.rand(batch, 16),
        "near": near.float(),
        "held": torch.rand(batch, 2, PLACES) / PLACES,
        "seats": torch.rand(batch, 2, 12),
        "strength": torch.rand(batch, 2),
        "of": torch.arange(batch).repeat_interleave(steps),
        "from": torch.randint(PLACES, (count,)),
        "to": torch.randint(PLACES, (count,)),
        "head": torch.randint(9, (count,)),
        "steps": torch.rand(count, 8),
    }


def graph_loss(net, d, batch, steps):
    chances, scores = net(d)
    value = F.cross_entropy(chances, torch.zeros(batch, dtype=torch.long))
    nats = F.log_softmax(scores.view(batch, steps), 1)
    return value - nats.mean()


def measure(net, loss, batch):
    optimiser = torch.optim.Adam(net.parameters(), lr=0.001)

    def learn():
        optimiser.zero_grad()
        loss().backward()
        optimiser.step()

    net.train()
    return {"batch": batch, "lessons": rate(batch, learn)}


def ask(net, forward):
    net.eval()
    with torch.inference_mode():
        return rate(1, forward)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--ours", help="what the example printed, instead of running it")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    if args.ours:
        with open(args.ours) as file:
            ours = json.load(file)
    else:
        command = ["cargo", "run", "--release", "-q", "-p", "sandtable-arena", "--example", "nets"]
        ours = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    steps = round(ours["steps a position"])
    flat, graph = Flat(), Graph()
    one, few = flat_data(1), graph_data(1, steps)
    theirs = {"flat": {"bare": ask(flat, lambda: flat(one[0], one[1]))}, "graph": {"bare": ask(graph, lambda: graph(few))}}
    theirs["flat"]["learning"], theirs["graph"]["learning"] = [], []
    for batch in (32, 256):
        data = flat_data(batch)
        theirs["flat"]["learning"].append(measure(flat, lambda: flat_loss(flat, data), batch))
        data = graph_data(batch, steps)
        theirs["graph"]["learning"].append(measure(graph, lambda: graph_loss(graph, data, batch, steps), batch))
    document = {"torch": torch.__version__, "threads": args.threads, "theirs": theirs, "ours": ours}
    print(json.dumps(document, indent=1))


if __name__ == "__main__":
    main()
